import { expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { BidFid } from '../../../src/contract/fid.ts';
import type { RuleAction } from '../../../src/features/rules/engine/decision.ts';
import { type RuleEvent, ruleEventShown } from '../../../src/features/rules/runner/rule-event.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import { pauseBid } from '../../../src/resources/bids/writes.ts';
import type { ActivityRow } from '../../../src/resources/rows.ts';
import { addActivity, operatorActivity } from '../../../src/store/activity.ts';
import { syncJournal } from '../../../src/store/journal-sync.ts';
import { visibleRows } from '../../../src/store/lists/visible-rows.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { HERE } from '../../journal/scope.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { followersOn } from '../running.ts';
import { openFeatureJournal } from './open-journal.ts';

const start = consoleWith({ bids: [bid('a'), bid('b'), bid('c')] });

const pause = (name: string): RuleAction => ({
  kind: 'pause',
  fid: BidFid.parse(`bid_${name}`),
  name,
  reason: 'pause at 20:00, 4 running',
});

const event = (
  name: string,
  outcome: Extract<RuleEvent, { kind: 'action' }>['outcome'],
  rule = 'night',
): RuleEvent => ({
  kind: 'action',
  rule,
  action: pause(name),
  outcome,
  why: outcome === 'missed' ? 'another change to it is in progress' : null,
});

const shown = (state: ConsoleState, events: readonly RuleEvent[]): ConsoleState =>
  events.reduce((now, one, n) => ruleEventShown(now, one, n), state);

const rowsOf = (state: ConsoleState): readonly ActivityRow[] =>
  visibleRows(state, 'activity').rows.map(({ row }) => row);

/** The lines of the activity list, the newest first, and the notice. */
const seen = (state: ConsoleState) => ({
  activity: rowsOf(state).map(({ what }) => what),
  notice: state.notice?.text,
});

test('a rehearsed action is an event about its bid and a notice, with the reason', () => {
  const state = shown(start, [event('a', 'rehearsed')]);
  expect(seen(state)).toEqual({
    activity: ['Rule night would pause a: pause at 20:00, 4 running'],
    notice: 'Rule night would pause a: pause at 20:00, 4 running.',
  });
  // Nothing was sent, so it does not count as done.
  expect(rowsOf(state)[0]).toMatchObject({ outcome: 'seen', about: { pane: 'bids', fid: 'bid_a' } });
});

test('what one rule would do in one round is one line and one notice; another rule has its own', () => {
  const state = shown(start, [
    ...['a', 'b', 'c'].map((name) => event(name, 'rehearsed')),
    event('a', 'rehearsed', 'budget'),
  ]);
  expect(seen(state)).toEqual({
    activity: ['Rule night: would pause 3 bids (a, b, c)', 'Rule budget would pause a: pause at 20:00, 4 running'],
    notice: 'Rule budget would pause a: pause at 20:00, 4 running.',
  });
  expect(shown(start, [event('a', 'rehearsed'), event('b', 'rehearsed')]).notice).toMatchObject({
    text: 'Rule night: would pause 2 bids (a, b).',
    tone: 'plain',
  });
});

test('rehearsals more than a minute apart are lines of their own', () => {
  const state = shown(start, [event('a', 'rehearsed')]);
  expect(seen(ruleEventShown({ ...state, now: NOON + 61_000 }, event('b', 'rehearsed'), 1)).activity).toHaveLength(2);
});

test('what a rule has done is one line of its writes, and a notice with the names', () => {
  const state = ['a', 'b'].reduce((now, name, n) => {
    const write = { ...pauseBid(bid(name).row), agent: { kind: 'rule', name: 'night', reason: pause(name).reason } };
    const sent = addActivity(now, operatorActivity(n, write, NOON, 'done', ''));
    return ruleEventShown(sent, event(name, 'done'), 10 + n);
  }, start);
  expect(seen(state)).toEqual({
    activity: ['Rule night: pause 2 bids (a, b)'],
    notice: 'Rule night: pause 2 bids (a, b).',
  });
});

test('an action that was not sent says why, and warns', () => {
  const { notice } = shown(start, [event('a', 'missed')]);
  expect(notice?.tone).toBe('warn');
  expect(notice?.text).toBe(
    'Rule night did not pause a (another change to it is in progress): pause at 20:00, 4 running.',
  );
});

test('a rule that holds itself alerts with the sentence of its cap, and is an event', () => {
  const state = shown(start, [
    {
      kind: 'held',
      rule: 'night',
      why: 'It wants 1 write after 20 in the last hour, and its cap is 20 per hour (max_writes).',
    },
  ]);
  const text =
    'Rule night held itself: It wants 1 write after 20 in the last hour, and its cap is 20 per hour (max_writes)';
  expect(seen(state)).toEqual({ activity: [text], notice: `${text}.` });
  expect(state.notice?.tone).toBe('bad');
});

test('a rule that can not do its work is an event, in the journal too, and an alert; that it can again is both without alarm', async () => {
  const journal = openFeatureJournal(':memory:', () => NOON);
  onTestFinished(journal.close);
  const store = createStore<ConsoleState>(() => start);
  const sync = syncJournal({
    store,
    journal: sameThread(journal),
    service: () => HERE.service,
    followers: followersOn(store, { service: HERE.service }),
  });
  onTestFinished(sync.stop);
  await sync.begun;
  const tell = (one: RuleEvent, id: number): void => store.setState(ruleEventShown(store.getState(), one, id), true);
  const why = 'train-b was resumed by someone else. Costs are still $21.00 per hour over the budget.';
  tell({ kind: 'hindered', rule: 'cap', why }, 1);
  const text = `Rule cap can't do its work: ${why.slice(0, -1)}`;
  expect(seen(store.getState())).toEqual({ activity: [text], notice: `${text}.` });
  expect(store.getState().notice?.tone).toBe('bad');
  tell({ kind: 'free', rule: 'cap' }, 2);
  expect(store.getState().notice).toMatchObject({ text: 'Rule cap can do its work again.', tone: 'plain' });
  const noted = journal.recent([{ ...HERE, project: start.connected.project }], 10);
  expect(noted.map(({ payload }) => payload.kind)).toEqual(['noted', 'noted']);
});

test('a takeover is an event without a notice; to wait for another program is neither', () => {
  const state = shown(start, [
    { kind: 'waits', runs: 'a console on host, process 2' },
    { kind: 'begins', after: 'a console on host, process 1' },
  ]);
  expect(seen(state)).toEqual({
    activity: ['This program took over the rules from a console on host, process 1, which no longer responds'],
    notice: undefined,
  });
});

test('while a question is open no rule changes what stands under it; the event is kept', async () => {
  const operator = operatorAt(start);
  await operator.press('p');
  const asked = operator.state();
  expect(asked.tapQuestion).not.toBeNull();
  for (const one of [event('b', 'rehearsed'), { kind: 'hindered', rule: 'cap', why: 'Why.' } as const]) {
    const state = shown(asked, [one]);
    expect(state.notice).toBe(asked.notice);
    expect(seen(state).activity).toHaveLength(1);
  }
});
