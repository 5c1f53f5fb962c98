import type { ListedRow } from '../../api/result.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type IdleMachines, idleMachines } from './idle-machines.ts';
import type { Reading } from './reading.ts';
import { readingsOf } from './readings.ts';
import { machineSettingsOf } from './settings-now.ts';

type ListOf<Name extends PaneName> = ReadonlyMap<string, ListedRow<Rows[Name]>>;

const idleIn = memoizeLast(
  (
    readings: ReadonlyMap<string, Reading>,
    instances: ListOf<'instances'>,
    bids: ListOf<'bids'>,
    at: number,
    idleAfterMs: number,
  ): IdleMachines =>
    idleMachines(
      [...readings.keys()].flatMap((fid) => instances.get(fid)?.row ?? []),
      { machines: { readings, at, idleAfterMs }, bidOf: (fid) => bids.get(fid)?.row },
    ),
);

/** The machines that are idle now, and their cost per hour at limit prices. */
export function idleNow(state: ConsoleState): IdleMachines {
  const { lists, now } = state;
  const { idleAfterMs } = machineSettingsOf(state);
  return idleIn(readingsOf(lists.machines), lists.instances.rows, lists.bids.rows, now, idleAfterMs);
}
