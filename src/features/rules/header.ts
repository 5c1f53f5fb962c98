import { counted } from '../../lib/words.ts';
import { type OwnHeader, type Part, toned } from '../../store/header-order.ts';
import type { ConsoleState } from '../../store/state.ts';
import { rulesOf } from './rules-state.ts';
import { rulesNeedingOperator } from './status.ts';

/** The rules that wait for the operator; the number of rules when none does and there is much room. */
function rulesPart(state: ConsoleState): Part {
  const { refused, held, rehearse } = rulesNeedingOperator(state);
  const all = rulesOf(state).rules.length;
  const needing = [
    { count: refused, words: 'refused' },
    { count: held, words: 'held' },
    { count: rehearse, words: rehearse === 1 ? 'rehearses' : 'rehearse' },
  ].filter(({ count }) => count > 0);
  if (needing.length === 0) return toned({ short: '', medium: '', long: all === 0 ? '' : counted(all, 'rule') }, 'dim');
  const text = needing.map(({ count, words }, n) => `${n === 0 ? counted(count, 'rule') : count} ${words}`).join(', ');
  return toned({ short: text, medium: text, long: text }, refused > 0 ? 'bad' : held > 0 ? 'warn' : 'accent');
}

/** The rules: a click on them opens their pane. */
export const header: OwnHeader = {
  parts: [
    {
      name: 'rules',
      behind: 'cost',
      steps: { short: ['counts', 'short'], long: ['place', 'long'] },
      texts: rulesPart,
      command: 'rules',
    },
  ],
};
