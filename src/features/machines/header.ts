import { amountsOf } from '../../resources/parts/amounts.ts';
import { type Lengths, NOTHING, type OwnHeader, toned } from '../../store/header-order.ts';
import type { ConsoleState } from '../../store/state.ts';
import { briefIdleWords, idleNow, idleWords } from './idle-machines.ts';

/** The number of idle machines and their highest cost per hour; what is not known of it is said at every length. */
function idleLine(state: ConsoleState): Lengths {
  const idle = idleNow(state);
  const { count, cost, unpriced } = idle;
  if (count === 0) return NOTHING;
  const { atMost, dot } = state.glyphs;
  const long = idleWords(idle, state.glyphs);
  const short = briefIdleWords(idle, state.glyphs);
  if (cost.length === 0) return { short, medium: long, long };
  const rest = unpriced === 0 ? '' : '+?';
  return {
    short,
    medium: `${count} idle ${dot} ${atMost}${amountsOf(cost)}/h${rest}`,
    long,
  };
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
