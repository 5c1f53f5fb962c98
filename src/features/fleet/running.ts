import type { RunningPart } from '../../command/feature.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import type { Tone } from '../../resources/cell.ts';
import { inAllLengths, NOTHING, type OwnHeader, type Part, toned } from '../../store/header-order.ts';
import type { ConsoleState } from '../../store/state.ts';
import { holdFleetIn, runGoesOn } from './console/fleet-run.ts';
import { followFile, followPauses } from './console/follow.ts';
import { drawnComparison, fileNameOf, knownFleetOf } from './console/known-fleet.ts';
import { type Change, isByRule, keyOfRow } from './plan/change.ts';

/** The number of rows that differ; nothing for none. */
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

const countOf = memoizeLast(
  (changes: readonly Change[]): number => new Set(changes.filter((change) => !isByRule(change)).map(keyOfRow)).size,
);

const same = (text: string, tone: Tone): Part => toned(inAllLengths(text), tone);

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

export const running: RunningPart = {
  state: { kept: ['knownFleet', 'fleetRun'], header, goesOn: runGoesOn },
  runtime: {
    begun: (state) => ({ ...state, knownFleet: { kind: 'none' } }),
    reads: followFile,
    journal: (access, journal) => ({ holdFleet: holdFleetIn(journal, access) }),
    follows: ({ program, scope }, following) => (program.screen ? followPauses({ scope }, following) : {}),
  },
};
