import type { RunningPart } from '../../command/feature.ts';
import { header } from './header.ts';
import { rowsRulesRead } from './runner/rows-read.ts';

/** The rows that the rules decide on are read before the rest of their lists. */
export const running: RunningPart = { state: { demands: (state) => ({ rows: rowsRulesRead(state) }), header } };
