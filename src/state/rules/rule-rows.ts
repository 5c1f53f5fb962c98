import type { ConsoleState } from '../state.ts';
import type { RulesState } from './rules-state.ts';

/** Takes what is known of the rules. The same object stays while nothing has changed. */
export function rulesKnown(state: ConsoleState, rules: RulesState): ConsoleState {
  return JSON.stringify(rules, withoutBigints) === JSON.stringify(state.rules, withoutBigints)
    ? state
    : { ...state, rules };
}

const withoutBigints = (_: string, part: unknown): unknown => (typeof part === 'bigint' ? String(part) : part);
