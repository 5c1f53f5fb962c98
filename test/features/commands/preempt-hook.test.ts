import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createHookRunner, runPreemptHook } from '../../../src/features/commands/preempt-hook.ts';
import type { Claim } from '../../../src/journal/claims.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { openTestJournal } from '../../journal/open.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { handClock } from '../../store/hand-clock.ts';
import { bid, consoleWith, whole } from '../../store/made.ts';
import { untilState } from './until-state.ts';

const PREEMPTING = { status: 'Preempting' };
const SAY = ['sh', '-c', 'printf "%s|" "$@" >> said', 'sh', '{name}'];

/** Consoles that share a journal, a clock and the output file of their program. */
function sharedConsoles(command: readonly string[]) {
  const path = newPath();
  const folder = join(path, '..');
  const clock = handClock();
  const journal = openTestJournal(path, clock.now);
  onTestFinished(() => journal.close());
  let sequence = 1;
  return {
    clock,
    journal,
    printed: (): string => (existsSync(join(folder, 'said')) ? readFileSync(join(folder, 'said'), 'utf8') : ''),
    /** Opens a console with these bids; `arrive` gives it the next list. */
    open: (bids: readonly ReturnType<typeof bid>[], claims: Pick<Journal, 'claim'> = journal) => {
      const store = createStore<ConsoleState>(() => consoleWith());
      const arrive = (...rows: readonly ReturnType<typeof bid>[]): void => {
        sequence += 1;
        const start = { at: clock.now() + sequence, sequence };
        store.setState(rowsArrived(store.getState(), 'bids', whole(...rows), start, clock.now()), true);
      };
      arrive(...bids);
      const hooks = createHookRunner({ store, clock });
      const unwatch = runPreemptHook({
        store,
        clock,
        journal: claims,
        hooks,
        scopeOf: () => HERE,
        command: () => command.map((part) => part.replace('>> said', `>> '${folder}/said'`)),
      });
      const stop = (): void => {
        unwatch();
        hooks.drop();
      };
      onTestFinished(stop);
      return {
        arrive,
        stop,
        activity: (): readonly string[] =>
          [...store.getState().lists.activity.rows.values()].map(({ row }) => `${row.outcome}: ${row.what}`),
        /** Waits until no program runs. */
        settled: () => untilState(store, () => hooks.running() === 0),
        /** Waits until programs have ended, or were not started. */
        ended: (count: number) => untilState(store, () => store.getState().lists.activity.rows.size === count),
      };
    },
  };
}

test('the program runs once for a bid that is being preempted at the start, also with other consoles and after restarts', async () => {
  const { clock, open, printed } = sharedConsoles(SAY);
  const rows = [bid('a', PREEMPTING), bid('b')];
  const one = open(rows);
  const other = open(rows);
  await one.settled();
  await other.settled();
  one.arrive(...rows);
  expect([one.activity(), other.activity()]).toEqual([['done: on_preempt ran for a: done after 0s'], []]);
  // The preemption lasts for hours; a console that sees it renews the claim.
  for (let minutes = 0; minutes < 150; minutes += 5) {
    await clock.pass(300_000);
    other.arrive(...rows);
  }
  one.stop();
  other.stop();
  await clock.pass(1_800_000);
  const later = open(rows);
  await later.settled();
  expect([printed(), later.activity()]).toEqual(['a|', []]);
});

test('the program also runs for a preemption that begins later, and for a later one of the same bid', async () => {
  const { clock, open, printed } = sharedConsoles(SAY);
  const console = open([bid('a'), bid('b')]);
  expect(printed()).toBe('');
  console.arrive(bid('a'), bid('b', PREEMPTING));
  await console.settled();
  expect(printed()).toBe('b|');
  console.arrive(bid('a'), bid('b'));
  await clock.pass(3_700_000);
  console.arrive(bid('a', PREEMPTING), bid('b', PREEMPTING));
  await console.settled();
  expect(printed().split('|').toSorted()).toEqual(['', 'a', 'b', 'b']);
});

test('the program does not run with a name that would be an option, and Activity has the reason; after -- the name is an argument', async () => {
  const named = [bid('a', { ...PREEMPTING, name: '--yes' })];
  const careless = sharedConsoles(SAY);
  const one = careless.open(named);
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
    'printf "%s|" "$@" "$SPOTDECK_TOKEN" "$SPOTDECK_FID" >> said',
    '--',
    '{name}',
  ]);
  await careful.open(named).settled();
  expect(careful.printed()).toBe('--yes||a|');
});

test('the output of the program is bounded and safe to print, and a failed start is reported', async () => {
  const command = `printf '\\033]0;owned\\007\\033[2J%s\\n' "$(head -c 5000 /dev/zero | tr '\\0' x)"`;
  const { open } = sharedConsoles(['sh', '-c', `yes | head -c 8000000; for i in 1 2 3; do ${command}; done`]);
  const console = open([bid('a', PREEMPTING)]);
  await console.ended(1);
  const [line = ''] = console.activity();
  expect(line).toMatch(/done after \d+s: .*xxx$/);
  expect(line.length).toBeLessThan(2200);
  expect(line).not.toMatch(/[^\u0020-\u007e\ufffd]/);
  const missing = sharedConsoles(['/nowhere/program']).open([bid('a', PREEMPTING)]);
  await missing.ended(1);
  expect(missing.activity()).toEqual([
    'refused: on_preempt ran for a: could not be started: there is no such file or folder',
  ]);
  const long = sharedConsoles(SAY).open([bid('a', { ...PREEMPTING, name: 'x'.repeat(1_000_000) })]);
  await long.ended(1);
  expect(long.activity()[0]).toContain('could not be started: its arguments and variables are too long');
});

test('the program waits while the journal is locked, and runs when no claim is possible', async () => {
  const { clock, open, printed } = sharedConsoles(SAY);
  const answers: Claim[] = ['busy', 'busy', 'taken'];
  const answered: Claim[] = [];
  const claims = (all: readonly Claim[]): Pick<Journal, 'claim'> => ({
    claim: () => {
      const answer = all[answered.length] ?? 'busy';
      answered.push(answer);
      return answer;
    },
  });
  const patient = open([bid('a', PREEMPTING)], claims(answers));
  await clock.pass(5000);
  await patient.settled();
  expect([answered, printed()]).toEqual([answers, '']);
  answered.length = 0;
  const other = open([bid('b', PREEMPTING)], claims([]));
  await clock.pass(9000);
  expect(printed()).toBe('');
  await clock.pass(5000);
  await other.settled();
  expect(printed()).toBe('b|');
});

test('the program runs again, once among consoles, for a bid that was allocated in between and is preempted within the hour', async () => {
  const { clock, open, printed } = sharedConsoles(SAY);
  const [one, other] = [open([bid('a')]), open([bid('a')])];
  for (const status of ['Preempting', 'Allocated', 'Preempting']) {
    await clock.pass(60_000);
    one.arrive(bid('a', { status }));
    other.arrive(bid('a', { status }));
    await one.settled();
    await other.settled();
  }
  expect(printed()).toBe('a|a|');
});
