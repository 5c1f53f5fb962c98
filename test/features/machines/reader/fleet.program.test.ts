import { describe, expect, onTestFinished, test } from 'vitest';
import { machinesOverSsh } from '../../../../src/features/machines/machine-ssh.ts';
import { createCollector } from '../../../../src/features/machines/reader/collector.ts';
import type { MachineTarget } from '../../../../src/features/machines/reading.ts';
import { type Clock, machineClock } from '../../../../src/lib/clock.ts';
import { sshClients } from '../../../driver/processes.ts';
import { hasSshd, type Machine, openMachine } from '../../../driver/sshd.ts';
import { soon } from '../../../driver/time.ts';
import { TOOLS } from '../../../driver/tools.ts';

/** A clock that runs ten times as fast, so that the waits between two tries are short. */
const quick: Clock = {
  now: machineClock.now,
  steady: () => machineClock.steady() * 10,
  after: (ms, then) => machineClock.after(ms / 10, then),
};

/** Reads machines as the console does. Returns the last word about each: `read`, or why it is not. */
function reading(machine: Machine, targets: readonly MachineTarget[]) {
  const source = machinesOverSsh(() => ({ user: null, options: machine.options }));
  const words = new Map<string, string>();
  const failed = new Set<string>();
  const collector = createCollector({
    clock: quick,
    random: Math.random,
    source: () => source,
    targets: () => targets,
    rest: () => [],
    exists: () => true,
    everyMs: () => 500,
    onEvents: (events) => {
      for (const event of events) {
        words.set(event.fid, event.kind === 'sampled' ? event.sample.gpus.kind : event.problem.kind);
        if (event.kind === 'failed') failed.add(event.problem.kind);
      }
    },
  });
  collector.start();
  onTestFinished(collector.stop);
  return { words, failed, stop: collector.stop };
}

const at = (machine: Machine, count: number): readonly MachineTarget[] =>
  Array.from({ length: count }, (_, n) => ({ fid: `i-${n}`, destination: machine.destination }));

describe.skipIf(!hasSshd)('many machines', () => {
  test('behind one SSH server that takes two logins at once are all read in the end', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.idle }, ['MaxStartups 2']);
    const { words, failed, stop } = reading(machine, at(machine, 10));
    await soon(() => expect([...words.values()]).toEqual(Array.from({ length: 10 }, () => 'read')));
    // Only the server itself refused some of them.
    expect([...failed].filter((kind) => kind !== 'closed')).toEqual([]);
    stop();
    await soon(() => expect(sshClients(machine.folder)).toEqual([]), 5000);
  });
});
