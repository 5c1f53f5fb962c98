import { boundText } from '../../resources/parts/amounts.ts';
import { type Lengths, NOTHING, type OwnHeader, toned } from '../../store/header-order.ts';
import type { ConsoleState } from '../../store/state.ts';
import { boundPerHour, briefIdleWords, idleNow, idleWords } from './idle-machines.ts';

/** The number of idle machines and their highest cost per hour; what is not known of it is said at every length. */
function idleLine(state: ConsoleState): Lengths {
  const idle = idleNow(state);
  const { count, cost } = idle;
  if (count === 0) return NOTHING;
  const { glyphs } = state;
  const long = idleWords(idle, glyphs);
  const short = briefIdleWords(idle, glyphs);
  if (cost.kind === 'unknown') return { short, medium: long, long };
  return { short, medium: `${count} idle ${glyphs.dot} ${boundPerHour(cost, boundText, glyphs)}`, long };
}

/** The idle machines: a click on them shows them. */
export const header: OwnHeader = {
  parts: [
    {
      name: 'idle',
      behind: 'cost',
      steps: { short: ['counts', 'short'], medium: ['place', 'short'], long: ['counts', 'long'] },
      texts: (state) => toned(idleLine(state), 'warn'),
      command: 'idle-machines',
    },
  ],
};
