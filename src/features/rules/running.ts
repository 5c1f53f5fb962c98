import type { RunningPart } from '../../command/feature.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { ConsoleState } from '../../store/state.ts';
import { RECORDED_MS } from '../money/known-records.ts';
import { header } from './header.ts';
import { kindOf } from './kinds.ts';
import { rulesOf } from './rules-state.ts';
import { rowsRulesRead } from './runner/rows-read.ts';
import { runtime } from './runtime.ts';

/** How far back rules look, in milliseconds. */
const PRICES_MS = 8 * DAY_MS;

/** How far back the rules, or their pane, need to know how bids stood, in milliseconds; null for not now. */
function bidRecordsMs(state: ConsoleState): number | null {
  if (state.focus === 'rules') return RECORDED_MS;
  return rulesOf(state).rules.some((rule) => kindOf(rule).reads(rule).prices) ? PRICES_MS : null;
}

/** The rows that the rules decide on are read before the rest of their lists. */
export const running: RunningPart = {
  state: { demands: (state) => ({ rows: rowsRulesRead(state), bidRecordsMs: bidRecordsMs(state) }), header },
  runtime,
};
