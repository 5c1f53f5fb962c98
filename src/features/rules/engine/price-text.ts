import { formatMoneyGrouped } from '../../../lib/money.ts';
import type { LimitPrice } from '../../money/bid-record.ts';

/** Formats a limit price. */
export const priceText = ({ sign, micros }: LimitPrice): string => formatMoneyGrouped({ sign, micros, text: '' });
