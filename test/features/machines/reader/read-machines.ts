import { machineModeChosen, machinesRead } from '../../../../src/features/machines/machines.ts';
import {
  type MachineProblem,
  type ReadingEvent,
  type Sample,
  SEEN_MS,
} from '../../../../src/features/machines/reading.ts';
import { machineSettingsOf } from '../../../../src/features/machines/settings.ts';
import type { ConsoleState } from '../../../../src/store/state.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { gpu, restingGpu, sample } from './made-reading.ts';

export const MINUTE = 60_000;

/** Samples of a machine that is at this utilization now. */
export const busy = (utilization = 97, at = NOON): readonly Sample[] => [sample([gpu(0, { utilization })], { at })];

/** Samples of a machine that has done nothing since a time. */
export const idleSince = (since: number, at = NOON): readonly Sample[] =>
  [...Array.from({ length: Math.ceil((at - since) / SEEN_MS) }, (_, n) => since + n * SEEN_MS), at].map((each) =>
    sample([restingGpu(0)], { at: each }),
  );

/** Why a machine can't be read. */
export const failing = (kind: MachineProblem['kind']): MachineProblem => ({ kind, message: '' });

/** The console after it has read machines, by the fids of their instances; at once also those that can't be read. */
export function withMachines(
  state: ConsoleState,
  machines: Readonly<Record<string, readonly Sample[] | MachineProblem>>,
): ConsoleState {
  const reading = machineSettingsOf(state).mode === 'off' ? machineModeChosen(state, 'visible') : state;
  return machinesRead(
    reading,
    Object.entries(machines).flatMap(([fid, brought]): readonly ReadingEvent[] =>
      'kind' in brought
        ? [{ kind: 'failed', fid, problem: brought, at: state.now }]
        : brought.map((each) => ({ kind: 'sampled', fid, sample: each })),
    ),
  );
}
