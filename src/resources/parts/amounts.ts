import { formatMoneyGrouped, formatRoundedUp, type Money } from '../../lib/money.ts';
import type { Exposure } from '../resource.ts';

/** Amounts from here on, in millionths, lose their cents where there is little room. */
const WITHOUT_CENTS = 100_000_000n;

/** An amount in few columns, rounded up so that it is still an upper limit. */
const briefAmount = (money: Money): string =>
  money.micros < WITHOUT_CENTS ? formatMoneyGrouped(money) : formatRoundedUp(money);

/** The amounts of all currencies in few columns: `$42+€7`. Empty without any. */
export const briefAmounts = (exposure: Exposure): string => exposure.map(briefAmount).join('+');

/** The amounts of all currencies: `$41.20 + €7.00`, or `$0.00`. */
export const amountsOf = (exposure: Exposure): string => exposure.map(formatMoneyGrouped).join(' + ') || '$0.00';
