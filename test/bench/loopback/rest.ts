import { pause, refreshedConsole } from '../console.ts';
import { processorTime, startBeside, wakeUps } from '../process.ts';
import type { FleetSize } from '../service/fleet.ts';
import { startService } from '../service/start.ts';
import { openTimed, type TimedConsole } from '../timed.ts';
import { type Line, line, TARGETS } from './line.ts';

/** By the second, without keys. */
export type RestFigures = {
  /** As a share of a core. */
  readonly processor: number;
  /** Of its main thread, and of all. */
  readonly wakeUps: { readonly main: number; readonly all: number };
  readonly bytes: number;
};

const REST_SECONDS = 30;

export async function measureRest(timed: TimedConsole): Promise<RestFigures> {
  const now = () => ({
    ms: performance.now(),
    processor: processorTime(timed.pid),
    wakeUps: wakeUps(timed.pid),
    at: timed.raw().length,
  });
  const before = now();
  await pause(REST_SECONDS * 1000);
  const after = now();
  const seconds = (after.ms - before.ms) / 1000;
  return {
    processor: (after.processor - before.processor) / (seconds * 1000),
    wakeUps: {
      main: (after.wakeUps.main - before.wakeUps.main) / seconds,
      all: (after.wakeUps.all - before.wakeUps.all) / seconds,
    },
    bytes: Buffer.byteLength(timed.raw().slice(before.at, after.at)) / seconds,
  };
}

const IDLE_MS = 20_000;

/** Nothing changes, and no key is pressed. */
export async function measureIdle(program: string, size: FleetSize): Promise<readonly Line[]> {
  const still = await startService(size);
  const resting = openTimed(refreshedConsole(program, still.address, 2));
  await resting.until('', `${size.instances} instances running`);
  await pause(3000);
  const before = {
    at: resting.raw().length,
    ms: processorTime(resting.pid),
    requests: (await still.requests()).length,
  };
  await pause(IDLE_MS);
  const spent = processorTime(resting.pid) - before.ms;
  const requests = (await still.requests()).length - before.requests;
  const raw = resting.raw().slice(before.at);
  await resting.close();
  const loop = await startBeside('./floors/loop.ts', [still.address, 2]);
  await pause(3000);
  const loopBefore = { ms: processorTime(loop.pid), requests: (await still.requests()).length };
  await pause(IDLE_MS);
  const loopSpent = processorTime(loop.pid) - loopBefore.ms;
  const loopRequests = (await still.requests()).length - loopBefore.requests;
  loop.close();
  still.close();
  const seconds = IDLE_MS / 1000;
  const target = TARGETS.idle;
  return [
    line(
      'processor at rest beside a bare loop',
      spent / seconds / 10,
      loopSpent / seconds / 10,
      '%',
      target.processorBesideLoop,
    ),
    line(
      'processor for each request beside a bare loop',
      spent / requests,
      loopSpent / loopRequests,
      'ms',
      target.processorBesideLoop,
    ),
    line('requests at rest beside a bare loop', requests / seconds, loopRequests / seconds, 'a second', null),
    line('bytes on the wire at rest', Buffer.byteLength(raw) / seconds, null, 'bytes a second', null),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what clears a screen is an escape sequence
    line('full-screen clears at rest', raw.match(/\u001b\[[23]?J/g)?.length ?? 0, null, 'clears', target.clears),
  ];
}
