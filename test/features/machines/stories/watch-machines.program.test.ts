import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { idleBegin } from '../../../../src/features/machines/idle.ts';
import { node, program } from '../../../driver/built.ts';
import { type Market, openMarket } from '../../../driver/console.ts';
import { freshHome } from '../../../driver/environment.ts';
import { hasSshd, type Machine, openMachine } from '../../../driver/sshd.ts';
import { soon, storyClock } from '../../../driver/time.ts';
import { TOOLS } from '../../../driver/tools.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { INSTANCES, named, STILL } from '../../../stories/service.ts';
import { openFeatureJournal } from '../open-journal.ts';
import { loginsTo } from './open-top.ts';

const MINUTE = 60_000;

const marketOf = ({ destination }: Machine): Promise<Market> => openMarket({ ...STILL, sshDestination: destination });

/** Starts `spotdeck watch` on a market whose instances are a machine. */
function watching(market: Market, machine: Machine, journal: string, ...args: readonly string[]) {
  const env = {
    ...freshHome().env,
    ...market.env,
    SPOTDECK_JOURNAL: journal,
    SPOTDECK_SSH_OPTIONS: JSON.stringify(machine.options),
  };
  const child = spawn(node, [program, 'watch', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { done, value } = await lines.next();
    return done === true ? null : JSON.parse(value);
  };
  return { child, next, err: () => err };
}

/** Writes into a journal that a console saw an instance idle. */
async function sawIdle(journal: string, market: Market, name: string): Promise<void> {
  const instance = await named(market, INSTANCES, name);
  const { now } = storyClock();
  const opened = openFeatureJournal(journal, now);
  const [since, seenAt] = [now() - 42.5 * MINUTE, now() - 32 * MINUTE];
  const subject = { fid: String(instance?.['fid']), name, bid: String(instance?.['bid']), bidName: null };
  const idle = { since, seenAt, gpus: 8, utilization: 0, costPerHour: null, simulated: false };
  const scope = { service: market.origin, project: 'proj_demo' };
  expect(opened.recordIdleness(scope, [{ change: idleBegin(subject, idle), at: seenAt, since: null }])).toBe(true);
  opened.close();
}

/** Sends a signal and returns how the program ends, and the logins that it leaves behind. */
async function endedBy(signal: NodeJS.Signals, child: ChildProcess, machine: Machine) {
  child.kill(signal);
  return [await once(child, 'exit'), loginsTo(machine)];
}

describe.skipIf(!hasSshd)('spotdeck watch with machines', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'reads them without a console, prints what works again, and leaves no login behind on %s',
    async (signal) => {
      const machine = await openMachine({ 'nvidia-smi': TOOLS.steady });
      const market = await marketOf(machine);
      const journal = newPath();
      await sawIdle(journal, market, 'sweep-b-0');
      const watch = watching(market, machine, journal, '--machines', 'visible');
      expect(await watch.next()).toMatchObject({
        event: 'changed',
        list: 'instances',
        name: 'sweep-b-0',
        field: 'idle',
        new: null,
        idle: { seconds: expect.any(Number), gpus: 8, utilization_percent: 97, simulated: false },
      });
      expect(await endedBy(signal, watch.child, machine)).toEqual([[0, null], []]);
    },
  );

  test('logs in nowhere with --once, and unless machines are on', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.steady });
    const market = await marketOf(machine);
    const looked = watching(market, machine, newPath(), '--once', '--machines', 'all');
    expect(await once(looked.child, 'exit')).toEqual([0, null]);
    const off = watching(market, machine, newPath(), '--once');
    expect(await once(off.child, 'exit')).toEqual([0, null]);
    expect(machine.log()).not.toMatch(/Accepted|Connection from/);
  });

  test('names those that can not be read on stderr, and what to do', async () => {
    const machine = await openMachine({ 'nvidia-smi': TOOLS.steady });
    const market = await marketOf(machine);
    const watch = watching(market, { ...machine, options: machine.wrongOptions }, newPath(), '--machines', 'all');
    await soon(() =>
      expect(watch.err()).toMatch(/: no key\. .*SSH keys.*spotdeck ssh [a-z0-9-]+\. Then start this command again\.\n/),
    );
    expect(await endedBy('SIGINT', watch.child, machine)).toEqual([[0, null], []]);
  });
});
