import type { RunningPart } from '../../command/feature.ts';
import { header } from './header.ts';

/** Costs over time warn in the header. */
export const running: RunningPart = { state: { header } };
