import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { openJournal } from '../../../src/journal/journal.ts';
import { serviceResources } from '../../../src/resources/index.ts';
import type { Rule } from '../../../src/rules/rule.ts';
import { rowsArrived, timePassed } from '../../../src/state/lists/transitions.ts';
import { MOST_SELECTED, rowsNamed, rowsRulesRead } from '../../../src/state/rules/rows-read.ts';
import { runRules } from '../../../src/state/rules/runner.ts';
import type { ConsoleState } from '../../../src/state/state.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { handClock, quiet } from '../hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../made.ts';
import { rulesWith } from './five-rules.ts';

const [, climb] = rulesWith(20, 1000);

const fleet = {
  bids: [bid('bid_a', { name: 'climb-a' }), bid('bid_b', { name: 'other' }), bid('bid_c', { name: 'climb-c' })],
  instances: [
    instance('inst_1', { bid: 'bid_a' }),
    instance('inst_2', { bid: 'bid_b' }),
    instance('inst_3', { bid: 'bid_c' }),
  ],
};

/** A program that runs rules over lists that it has. */
function running(rules: readonly Rule[], state: ConsoleState, path = newPath()) {
  const clock = handClock();
  const store = createStore<ConsoleState>(() => state);
  const journal = openJournal(path, clock.now, serviceResources);
  let sequence = 0;
  const runner = runRules({
    ...{ store, journal, clock, scope: HERE, rules: () => rules, runs: 'a test' },
    nextSequence: () => {
      sequence += 1;
      return sequence;
    },
    onEvent: () => undefined,
    sendForRule: () => new Promise(() => undefined),
  });
  return {
    runner,
    path,
    read: () => rowsRulesRead(store.getState()),
    /** Lets a second pass, in which the lists of bids and instances arrive. */
    next: async (): Promise<void> => {
      await clock.pass(1000);
      sequence += 1;
      const poll = { at: clock.now(), sequence };
      const { bids, instances } = store.getState().lists;
      for (const arrive of [
        (before: ConsoleState) => rowsArrived(before, 'instances', whole(...instances.rows.values()), poll, poll.at),
        (before: ConsoleState) => rowsArrived(before, 'bids', whole(...bids.rows.values()), poll, poll.at),
        (before: ConsoleState) => timePassed(before, poll.at),
      ])
        store.setState(arrive(store.getState()), true);
      await quiet();
    },
  };
}

const texts = ({ bids, instances }: ReturnType<typeof rowsRulesRead>) => [[...bids], [...instances]];

test('the program that runs the rules reads the bids that they select and their instances before others, and no row once it stops', async () => {
  const own = running(
    [climb].flatMap((rule) => rule ?? []),
    consoleWith(fleet),
  );
  expect(texts(own.read())).toEqual([[], []]);
  await own.next();
  expect(texts(own.read())).toEqual([
    ['bid_a', 'bid_c'],
    ['inst_1', 'inst_3'],
  ]);
  const before = own.read();
  await own.next();
  expect(own.read(), 'the same object while nothing has changed').toBe(before);
  await own.runner.stop();
  expect(texts(own.read())).toEqual([[], []]);
});

test('a program that waits while another one runs the rules reads no row for them', async () => {
  const rules = [climb].flatMap((rule) => rule ?? []);
  const first = running(rules, consoleWith(fleet));
  await first.next();
  const second = running(rules, consoleWith(fleet), first.path);
  await second.next();
  expect(texts(second.read())).toEqual([[], []]);
});

test('a rule that selects very many bids does not put all of them before the others', async () => {
  const bids = Array.from({ length: MOST_SELECTED + 1 }, (_, n) => bid(`bid_${n}`, { name: `climb-${n}` }));
  const own = running(
    [climb].flatMap((rule) => rule ?? []),
    consoleWith({ bids }),
  );
  await own.next();
  expect(texts(own.read())).toEqual([[], []]);
});

test('top reads the bids that it was started for, with their instances, before others', () => {
  const named = { bids: new Set(['bid_a']), instances: new Set(['inst_2']) };
  expect(texts(rowsNamed({ ...consoleWith(fleet), named }))).toEqual([['bid_a'], ['inst_2', 'inst_1']]);
  expect(texts(rowsNamed(consoleWith(fleet)))).toEqual([[], []]);
});
