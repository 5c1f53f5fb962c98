import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createHookRunner } from '../../../src/features/commands/hook-runner.ts';
import { watchHook } from '../../../src/features/commands/hook-watch.ts';
import { commandsJournal } from '../../../src/features/commands/journal.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import type { AtRisk } from '../../../src/store/state-part.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { journalAnswered } from '../../journal/answered.ts';
import { openTestJournal } from '../../journal/open.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { handClock } from '../../store/hand-clock.ts';
import { bid, consoleWith, whole } from '../../store/made.ts';
import { untilState } from './until-state.ts';

const rows = [bid('a'), bid('b')];

test('the program of on_thin runs once for each time that a bid gets thin, by one of the consoles', async () => {
  const path = newPath();
  const folder = join(path, '..');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const said = join(folder, 'said');
  const clock = handClock();
  /** What consoles know of thin bids. */
  let thin: readonly AtRisk[] = [];
  let sequence = 1;
  const open = async () => {
    const start = consoleWith({ bids: rows });
    const features = { ...start.features, parts: [{ atRisk: () => thin }] };
    const store = createStore<ConsoleState>(() => ({ ...start, features }));
    const hooks = createHookRunner({ store, clock });
    const journal = commandsJournal(openTestJournal(path, clock.now));
    const unwatch = watchHook({
      hook: 'on_thin',
      store,
      clock,
      journal: sameThread(journal),
      hooks,
      scopes: () => [HERE],
      scopeOf: () => HERE,
      command: () => ['sh', '-c', `printf "%s at %s|" "$1" "$SPOTDECK_THIN_AT" >> '${said}'`, 'sh', '{name}'],
      maxMs: () => 600_000,
    });
    onTestFinished(async () => {
      unwatch();
      await hooks.stop();
      journal.close();
    });
    return async (): Promise<void> => {
      sequence += 1;
      const poll = { at: clock.now() + sequence, sequence };
      store.setState(rowsArrived(store.getState(), 'bids', whole(...rows), poll, clock.now()), true);
      await journalAnswered();
      await untilState(store, () => hooks.running('on_thin') === 0);
    };
  };
  const names = (): readonly string[] =>
    existsSync(said)
      ? Array.from(readFileSync(said, 'utf8').matchAll(/(\w+) at \d{4}-/g), ([, name = '']) => name)
      : [];
  const [one, other] = [await open(), await open()];
  const look = async (): Promise<void> => {
    await one();
    await other();
  };
  await look();
  expect(names()).toEqual([]);
  const begun = clock.now();
  thin = [{ fid: 'b', isNew: false, otherwiseAt: null }];
  await look();
  expect(names()).toEqual([]);
  thin = [{ fid: 'a', isNew: true, otherwiseAt: begun - 120_000 }];
  await look();
  await clock.pass(20_000);
  await look();
  expect(names()).toEqual(['a']);
  // It had enough for a while.
  thin = [];
  await clock.pass(600_000);
  await look();
  thin = [{ fid: 'a', isNew: true, otherwiseAt: clock.now() - 120_000 }];
  await look();
  expect(names()).toEqual(['a', 'a']);
});
