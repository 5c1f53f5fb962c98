import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createHookRunner } from '../../../src/features/commands/hook-runner.ts';
import { watchHook } from '../../../src/features/commands/hook-watch.ts';
import { commandsJournal, type StartClaim } from '../../../src/features/commands/journal.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import { keyOf } from '../../../src/journal/scope.ts';
import { DAY_MS } from '../../../src/lib/duration.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { isRunning } from '../../driver/processes.ts';
import { journalAnswered } from '../../journal/answered.ts';
import { openTestJournal } from '../../journal/open.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { handClock } from '../../store/hand-clock.ts';
import { bid, consoleWith, whole } from '../../store/made.ts';
import { untilState } from './until-state.ts';

const PREEMPTING = { status: 'Preempting' };
const SAY = ['sh', '-c', 'printf "%s|" "$@" >> FOLDER/said', 'sh', '{name}'];
/** Says its name at once, and ends when it may, or when the test is over. */
const SLOW = [
  'sh',
  '-c',
  'printf "%s|" "$1" >> FOLDER/said; while test -d FOLDER && ! test -e FOLDER/go; do sleep 0.05; done',
  'sh',
  '{name}',
];

/** Consoles that share a journal, a clock and the output file of their program. */
function sharedConsoles(command: readonly string[], maxMs = 600_000) {
  const path = newPath();
  const folder = join(path, '..');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const clock = handClock();
  const opened = () => {
    const journal = commandsJournal(openTestJournal(path, clock.now));
    onTestFinished(() => journal.close());
    return journal;
  };
  const journal = opened();
  let sequence = 1;
  return {
    clock,
    path,
    journal,
    /** What the programs wrote, once they have ended. */
    printed: (): string => (existsSync(join(folder, 'said')) ? readFileSync(join(folder, 'said'), 'utf8') : ''),
    /** Lets programs end that wait for that. */
    go: () => writeFileSync(join(folder, 'go'), ''),
    /** Opens a console with these bids, which has looked at the journal; `arrive` gives it the next list. */
    open: async (bids: readonly ReturnType<typeof bid>[]) => {
      const store = createStore<ConsoleState>(() => consoleWith());
      const arrive = async (...rows: readonly ReturnType<typeof bid>[]): Promise<void> => {
        sequence += 1;
        const start = { at: clock.now() + sequence, sequence };
        store.setState(rowsArrived(store.getState(), 'bids', whole(...rows), start, clock.now()), true);
        await journalAnswered();
      };
      await arrive(...bids);
      const hooks = createHookRunner({ store, clock });
      const unwatch = watchHook({
        hook: 'on_preempt',
        store,
        clock,
        journal: sameThread(opened()),
        hooks,
        scopes: () => [HERE],
        scopeOf: () => HERE,
        command: () => command.map((part) => part.replaceAll('FOLDER', folder)),
        maxMs: () => maxMs,
      });
      /** Ends the console; its programs go on. What it has in memory is gone, as when it is killed. */
      const stop = (): Promise<void> => {
        unwatch();
        return hooks.stop();
      };
      onTestFinished(stop);
      await journalAnswered();
      return {
        arrive,
        stop,
        hooks,
        activity: (): readonly string[] =>
          [...store.getState().lists.activity.rows.values()].map(({ row }) => `${row.outcome}: ${row.what}`),
        /** Waits until no program runs. */
        settled: () => untilState(store, () => hooks.running('on_preempt') === 0),
        /** Waits until programs have ended, or were not started. */
        ended: (count: number) => untilState(store, () => store.getState().lists.activity.rows.size === count),
      };
    },
  };
}

test('the program runs once for a bid that is being preempted at the start, also with other consoles and after restarts', async () => {
  const { clock, open, printed } = sharedConsoles(SAY);
  const rows = [bid('a', PREEMPTING), bid('b')];
  const one = await open(rows);
  const other = await open(rows);
  await one.settled();
  await other.settled();
  await one.arrive(...rows);
  expect([one.activity(), other.activity()]).toEqual([['done: on_preempt ran for a: done after 0s'], []]);
  // The preemption lasts for hours; a console that sees it renews the claim.
  for (let minutes = 0; minutes < 150; minutes += 5) {
    await clock.pass(300_000);
    await other.arrive(...rows);
  }
  await one.stop();
  await other.stop();
  await clock.pass(1_800_000);
  const later = await open(rows);
  await later.settled();
  expect([printed(), later.activity()]).toEqual(['a|', []]);
});

/** Answers in a row that say that a bid is back in a state that it left a short time ago. */
const THRICE = [1, 2, 3];

test('the program also runs for a preemption that begins later, and for a later one of the same bid', async () => {
  const { clock, open, printed } = sharedConsoles(SAY);
  const console = await open([bid('a'), bid('b')]);
  expect(printed()).toBe('');
  await console.arrive(bid('a'), bid('b', PREEMPTING));
  await console.settled();
  expect(printed()).toBe('b|');
  for (const _ of THRICE) await console.arrive(bid('a'), bid('b'));
  await clock.pass(3_700_000);
  await console.arrive(bid('a', PREEMPTING), bid('b', PREEMPTING));
  await console.settled();
  expect(printed().split('|').toSorted()).toEqual(['', 'a', 'b', 'b']);
});

test('the program does not run with a name that would be an option, and Activity has the reason; after -- the name is an argument', async () => {
  const named = [bid('a', { ...PREEMPTING, name: '--yes' })];
  const careless = sharedConsoles(SAY);
  const one = await careless.open(named);
  await one.settled();
  expect([careless.printed(), one.activity()]).toEqual([
    '',
    [
      'refused: on_preempt did not run for --yes: --yes would be an option of sh, so on_preempt was not run on it. Put "--" before it in the arguments.',
    ],
  ]);
  const careful = sharedConsoles([
    'sh',
    '-c',
    'printf "%s|" "$@" "$SPOTDECK_TOKEN" "$SPOTDECK_FID" >> FOLDER/said',
    '--',
    '{name}',
  ]);
  await (await careful.open(named)).settled();
  expect(careful.printed()).toBe('--yes||a|');
});

test('the output of the program is bounded and safe to print, and a failed start is reported', async () => {
  const command = `printf '\\033]0;owned\\007\\033[2J%s\\n' "$(head -c 5000 /dev/zero | tr '\\0' x)"`;
  const { open } = sharedConsoles(['sh', '-c', `yes | head -c 8000000; for i in 1 2 3; do ${command}; done`]);
  const console = await open([bid('a', PREEMPTING)]);
  await console.ended(1);
  const [line = ''] = console.activity();
  expect(line).toMatch(/done after \d+s: .*xxx$/);
  expect(line.length).toBeLessThan(2200);
  expect(line).not.toMatch(/[^\u0020-\u007e\ufffd]/);
  const missing = await sharedConsoles(['/nowhere/program']).open([bid('a', PREEMPTING)]);
  await missing.ended(1);
  expect(missing.activity()).toEqual([
    'refused: on_preempt ran for a: could not be started: there is no such file or folder',
  ]);
  const long = await sharedConsoles(SAY).open([bid('a', { ...PREEMPTING, name: 'x'.repeat(1_000_000) })]);
  await long.ended(1);
  expect(long.activity()[0]).toContain('could not be started: its arguments and variables are too long');
});

test('a program that this console may start by the answer of the journal is started, though the console ends meanwhile', async () => {
  const store = createStore<ConsoleState>(() => consoleWith());
  const hooks = createHookRunner({ store, clock: handClock() });
  const { promise, resolve } = Promise.withResolvers<StartClaim>();
  const filled = { ok: true, value: { program: 'true', args: [], environment: {} } } as const;
  const job = {
    hook: 'on_preempt',
    bid: { fid: 'a', label: 'a', placeholders: {} },
    began: 0,
    filled,
    maxMs: DAY_MS,
  } as const;
  const jobs = ['a', 'b'].map((key) => ({ ...job, key, claim: () => promise }));
  hooks.offer(jobs.slice(0, 1));
  await journalAnswered();
  const stopped = hooks.stop();
  hooks.offer(jobs.slice(1));
  resolve('mine');
  await stopped;
  expect([hooks.running('on_preempt'), hooks.waiting('on_preempt')]).toEqual([1, 0]);
  await untilState(store, () => hooks.running('on_preempt') === 0);
});

test('while the journal is locked no console runs the program, which is said after 10 seconds; then one runs it', async () => {
  const { clock, open, printed, path } = sharedConsoles(SAY);
  const locked = new DatabaseSync(path);
  onTestFinished(() => locked.close());
  const [first, second] = [await open([bid('a')]), await open([bid('a')])];
  locked.exec('BEGIN EXCLUSIVE');
  await first.arrive(bid('a', PREEMPTING));
  await clock.pass(9000);
  expect(first.activity()).toEqual([]);
  await clock.pass(6000);
  await second.arrive(bid('a', PREEMPTING));
  const waits = 'seen: on_preempt waits for a: another program has locked the journal';
  expect([first.activity(), second.activity(), printed()]).toEqual([[waits], [], '']);
  expect([first.hooks.waiting('on_preempt'), second.hooks.waiting('on_preempt')]).toEqual([1, 1]);
  locked.exec('COMMIT');
  await clock.pass(5000);
  await second.settled();
  expect([printed(), first.activity()]).toEqual(['a|', ['done: on_preempt runs for a in another console']]);
});

test('a console that starts while the journal is locked does not run the program before it can see whether another one did', async () => {
  const { clock, open, printed, path } = sharedConsoles(SAY);
  const locked = new DatabaseSync(path);
  onTestFinished(() => locked.close());
  locked.exec('BEGIN IMMEDIATE');
  const console = await open([bid('a', PREEMPTING)]);
  expect([console.hooks.running('on_preempt'), console.hooks.waiting('on_preempt')]).toEqual([0, 1]);
  locked.exec('COMMIT');
  await clock.pass(2000);
  await console.settled();
  expect(printed()).toBe('a|');
});

test('where no console can use the journal each runs the program', async () => {
  const { open, printed, path } = sharedConsoles(SAY);
  const full = new DatabaseSync(path);
  onTestFinished(() => full.close());
  full.exec('DROP TABLE preemptions');
  const console = await open([bid('a', PREEMPTING)]);
  await console.settled();
  expect(printed()).toBe('a|');
});

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const seven = (status: string) => NAMES.map((name) => bid(name, { status }));

test('of seven preemptions four run at once; those that wait when the console ends or is killed are told by the next one, once', async () => {
  const { clock, open, printed, go, journal } = sharedConsoles(SLOW, DAY_MS);
  const first = await open(seven('Preempting'));
  expect([first.hooks.running('on_preempt'), first.hooks.waiting('on_preempt')]).toEqual([4, 3]);
  expect(first.activity()).toEqual(
    ['e', 'f', 'g'].map((name) => `seen: on_preempt waits for ${name}: 4 programs are running`),
  );
  await first.stop();
  expect(journal.waitingStarts('on_preempt', [HERE]).map(({ label }) => label)).toEqual(['e', 'f', 'g']);
  // By then the preemptions are over, and the bids are gone.
  await clock.pass(7_200_000);
  const [second, third] = [await open([]), await open([])];
  expect([
    second.hooks.running('on_preempt'),
    third.hooks.running('on_preempt'),
    third.hooks.waiting('on_preempt'),
  ]).toEqual([3, 0, 0]);
  go();
  await second.settled();
  await expect.poll(() => printed().split('|').toSorted(), { timeout: 100_000 }).toEqual(['', ...NAMES]);
  expect(second.activity().toSorted()).toEqual(
    ['e', 'f', 'g'].map((name) => expect.stringMatching(`^done: on_preempt ran for ${name}, 2h late: done after 0s$`)),
  );
  expect(journal.waitingStarts('on_preempt', [HERE])).toEqual([]);
  await (await open(seven('Paused'))).settled();
  expect(printed()).toHaveLength(14);
});

test('a console with a free turn takes what waits in another one, which says so', async () => {
  const { open, printed, go } = sharedConsoles(SLOW);
  const first = await open(seven('Preempting'));
  const second = await open(seven('Preempting'));
  expect([second.hooks.running('on_preempt'), second.hooks.waiting('on_preempt')]).toEqual([3, 0]);
  go();
  await first.settled();
  await second.settled();
  await expect.poll(() => first.hooks.waiting('on_preempt'), { timeout: 100_000 }).toBe(0);
  expect(printed().split('|').toSorted()).toEqual(['', ...NAMES]);
  expect(first.activity().filter((line) => line.includes('another console'))).toEqual(
    ['e', 'f', 'g'].map((name) => `done: on_preempt runs for ${name} in another console`),
  );
});

test('programs that hang are ended with all that they started, say so, and make room for the next ones', async () => {
  const hangs = '(trap "" TERM; sleep 1000) & echo "$!" >> FOLDER/pids; printf "%s|" "$1" >> FOLDER/said; wait';
  const { clock, open, printed, path } = sharedConsoles(['sh', '-c', hangs, 'sh', '{name}'], 60_000);
  const console = await open(seven('Preempting'));
  const said = (count: number) => expect.poll(() => printed().split('|').length - 1, { timeout: 100_000 }).toBe(count);
  await said(4);
  await clock.pass(61_000);
  await expect.poll(() => console.hooks.running('on_preempt'), { timeout: 100_000 }).toBe(3);
  await said(7);
  await clock.pass(61_000);
  await console.settled();
  expect(console.activity().toSorted()).toEqual(
    NAMES.map((name) =>
      expect.stringMatching(`^refused: on_preempt ran for ${name}(, 1m late)?: took too long and was ended after 1m`),
    ),
  );
  const pids = readFileSync(join(path, '..', 'pids'), 'utf8')
    .trim()
    .split('\n')
    .map(Number);
  expect(pids).toHaveLength(7);
  await expect.poll(() => pids.filter(isRunning), { timeout: 100_000 }).toEqual([]);
});

test('a preemption that an earlier version has told of is not told again', async () => {
  const { clock, open, printed, path } = sharedConsoles(SAY);
  const file = new DatabaseSync(path);
  const claim = file.prepare('INSERT INTO claims VALUES (?, ?, ?)');
  claim.run(keyOf(HERE), 'told of a', clock.now());
  claim.run(keyOf(HERE), 'told of b', clock.now() - 4_000_000);
  file.close();
  await (await open([bid('a', PREEMPTING), bid('b', PREEMPTING)])).settled();
  expect(printed()).toBe('b|');
});

test('a preemption that waited for longer than a day is not told', async () => {
  const { clock, open, printed } = sharedConsoles(SLOW, 2 * DAY_MS);
  await (await open(seven('Preempting'))).stop();
  await clock.pass(DAY_MS + 1);
  expect((await open([])).hooks.running('on_preempt')).toBe(0);
  await expect.poll(() => printed().length, { timeout: 100_000 }).toBe(8);
});

test('the program runs again, once among consoles, for a bid that was allocated in between and is preempted within the hour', async () => {
  const { clock, open, printed } = sharedConsoles(SAY);
  const [one, other] = [await open([bid('a')]), await open([bid('a')])];
  for (const status of ['Preempting', 'Allocated', 'Preempting']) {
    await clock.pass(60_000);
    for (const console of [one, other]) for (const _ of THRICE) await console.arrive(bid('a', { status }));
    await one.settled();
    await other.settled();
  }
  expect(printed()).toBe('a|a|');
});
