import { memoizeLast } from '../../../lib/memoize.ts';
import type { Tone } from '../../../resources/cell.ts';
import { inAllLengths, NOTHING, type OwnHeader, type Part, toned } from '../../../store/header-order.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { type Change, isByRule, keyOfRow } from '../plan/change.ts';
import { drawnComparison, fileNameOf, knownFleetOf } from './known-fleet.ts';

/** How many rows differ from the fleet file; nothing while none does, or while nothing is compared. */
function fleetPart(state: ConsoleState): Part {
  const comparison = drawnComparison(state);
  const known = knownFleetOf(state);
  if (known.kind === 'none' || comparison.kind === 'no-file') return toned(NOTHING, 'dim');
  const name = fileNameOf(known);
  if (comparison.kind === 'not-compared') {
    if (comparison.because === 'waits') return toned(NOTHING, 'dim');
    return comparison.because === 'file' ? same(`${name} is wrong`, 'bad') : same(`${name} not compared`, 'warn');
  }
  const { changes, problems } = comparison;
  if (problems.length > 0) return same(`${name} is wrong`, 'bad');
  const rows = countOf(changes);
  if (rows === 0) return toned(NOTHING, 'dim');
  const words = `${rows} ${rows === 1 ? 'differs' : 'differ'}`;
  return toned({ ...inAllLengths(words), long: `${words} from ${name}` }, 'warn');
}

/** The rows that differ, without those that a rule has paused. */
const countOf = memoizeLast(
  (changes: readonly Change[]): number => new Set(changes.filter((change) => !isByRule(change)).map(keyOfRow)).size,
);

const same = (text: string, tone: Tone): Part => toned(inAllLengths(text), tone);

/** The fleet file: a click on it opens its differences. */
export const header: OwnHeader = {
  parts: [
    {
      name: 'fleet',
      steps: { short: ['counts', 'short'], long: ['cost', 'long'] },
      texts: fleetPart,
      command: 'fleet',
    },
  ],
};
