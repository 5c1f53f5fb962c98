import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openConsole } from './console.ts';
import { freshHome } from './environment.ts';
import { BEGIN } from './here/clock.ts';
import { serveHere } from './here/network.ts';
import { underWay } from './here/under-way.ts';
import { serveOnLoopback } from './loopback.ts';
import { openProgram, runProgram } from './running.ts';
import { passes, soon, storyClock } from './time.ts';

const ORIGIN = 'http://127.0.0.1:9';

const connectedTo = (origin: string) => ({
  SPOTDECK_BASE_URL: origin,
  SPOTDECK_TOKEN: 'token',
  SPOTDECK_PROJECT: 'proj_1',
});

function newHome() {
  const home = freshHome();
  onTestFinished(() => home.remove());
  return home;
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((next) => setImmediate(next));
};

const failureOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'it did not fail',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

test('a story whose expectation is wrong fails with what was expected, after which time, and the screen', async () => {
  const console = await openConsole();
  await console.seeLoaded('train-llama');
  const failure = await failureOf(console.see('no such bid', { timeout: 3000 }));
  expect(failure).toMatch(/^see "no such bid": not seen within 3000 ms\n160×45, running, \d+ bytes written/);
  expect(failure).toContain(` 0 │${console.line(0)}`);
  expect(failure).toMatch(/│.*train-llama /);
  expect(await failureOf(soon(() => expect(console.line(0)).toBe('x'), 3000))).toContain('expected');
});

test('a story that waits for the screen of a program that has ended fails at once', async () => {
  const console = await openConsole();
  const began = storyClock().steady();
  console.press('Ctrl-C');
  const failure = await failureOf(console.see('no such bid', { timeout: 90_000 }));
  expect(failure).toMatch(/not seen before the program ended\n160×45, ended with code 0/);
  expect(storyClock().steady() - began).toBeLessThan(90_000);
});

test('time does not pass while a request is under way, however long its answer takes', async () => {
  const clock = storyClock();
  const asked: number[] = [];
  const answered: number[] = [];
  const end = serveHere(ORIGIN, async () => {
    asked.push(clock.steady());
    await turns(2000);
    answered.push(clock.steady());
    return Response.json([]);
  });
  onTestFinished(end);
  const { code, err } = await runProgram(['get', 'volumes'], newHome(), connectedTo(ORIGIN));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(asked).toEqual([0]);
  expect(answered).toEqual([0]);
});

test('time does not pass before the server of a test has answered over its socket', async () => {
  const times: number[] = [];
  const server = createServer(async (_, response) => {
    await turns(100);
    times.push(storyClock().steady());
    response.end('[]');
  });
  const env = connectedTo(await serveOnLoopback(server));
  const home = newHome();
  for (const _ of ['first', 'second', 'third']) expect((await runProgram(['get', 'volumes'], home, env)).code).toBe(0);
  expect(times).toEqual([0, 0, 0]);
});

test('a server that answers at a time of the story lets that time pass', async () => {
  const server = createServer((_, response) => void storyClock().after(5000, () => response.end('[]')));
  const env = connectedTo(await serveOnLoopback(server));
  expect((await runProgram(['get', 'volumes'], newHome(), env)).code).toBe(0);
  expect(storyClock().steady()).toBe(5000);
});

test('time passes only where somebody waits, and as long as they wait', async () => {
  const clock = storyClock();
  await turns(100);
  expect([clock.steady(), clock.now()]).toEqual([0, BEGIN]);
  await passes(86_400_000);
  expect([clock.steady(), clock.now()]).toEqual([86_400_000, BEGIN + 86_400_000]);
});

test('timers run in the order in which they are due, each at its time and in the context it was set in', async () => {
  const clock = storyClock();
  const context = new AsyncLocalStorage<string>();
  const ran: string[] = [];
  const set = (name: string, ms: number, then: () => void = () => undefined): (() => void) =>
    context.run(name, () =>
      clock.after(ms, () => {
        ran.push(`${context.getStore()} at ${clock.steady()}`);
        then();
      }),
    );
  set('late', 300);
  set('early', 100, () => set('begun by early', 100));
  set('as early', 100);
  set('never', 150)();
  await context.run('who waits', () => passes(1000));
  expect(ran).toEqual(['early at 100', 'as early at 100', 'begun by early at 200', 'late at 300']);
});

test('a program that never ends is named with what it said, and so is a line that it never prints', async () => {
  const end = serveHere(ORIGIN, async () => Response.json([]));
  onTestFinished(end);
  const watch = openProgram(['watch', '--refresh', '60'], newHome(), connectedTo(ORIGIN));
  expect(await failureOf(watch.prints(/never/))).toMatch(
    /^spotdeck watch --refresh 60: it did not print \/never\/ within 15 minutes\. It said:\n/,
  );
  expect(await failureOf(watch.ended)).toMatch(/^spotdeck watch --refresh 60: it did not end within 15 minutes\./);
  expect(await watch.end('SIGTERM')).toEqual([0, null]);
});

test('a program that a program has started is under way until its output is closed, by its name', async () => {
  const child = underWay.child(spawn('sleep', ['1000']));
  const closed = new Promise((done) => child.once('close', done));
  expect(underWay.list()).toContain('sleep');
  child.kill('SIGKILL');
  await closed;
  expect(underWay.list()).not.toContain('sleep');
});
