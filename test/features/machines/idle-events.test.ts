import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { JournalEvent } from '../../../src/changes/change-event.ts';
import { EMPTY_FOLD, foldEvents } from '../../../src/changes/fold-events.ts';
import { eventObject, lineObject } from '../../../src/cli/commands/watch-objects.ts';
import { isIdleChange } from '../../../src/features/machines/idle.ts';
import { readingsOf } from '../../../src/features/machines/machine-row.ts';
import { machinesRead } from '../../../src/features/machines/machines.ts';
import { type Sample, SEEN_MS } from '../../../src/features/machines/reading.ts';
import { machineSettingsOf } from '../../../src/features/machines/settings.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import { activityRowOf } from '../../../src/resources/activity-text.ts';
import { syncJournal } from '../../../src/store/journal-sync.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { journalAnswered } from '../../journal/answered.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';
import { followersOn } from '../running.ts';
import { type FeatureJournal, openFeatureJournal } from './open-journal.ts';

const MINUTE = 60_000;
const WORDS = { into: '->', fieldWords: loadedFeatures.fieldWords };
const IDLE_AFTER = 10 * MINUTE;

/** A sample of a machine at a number of minutes after noon. */
function sampleAt(minutes: number, utilization: number | null | 'driver', gpus = 8): Sample {
  const one = { name: 'H100', memory: null, temperature: null, power: null, processes: [] };
  return {
    at: NOON + minutes * MINUTE,
    gpus:
      utilization === 'driver'
        ? { kind: 'driver', message: 'NVML: Driver/library version mismatch' }
        : { kind: 'read', gpus: Array.from({ length: gpus }, (_, index) => ({ ...one, index, utilization })) },
    ...{ load: null, processors: null, memory: null, disk: null },
  };
}

const fleet = {
  bids: [bid('train', { limit_price: '$20' })],
  instances: ['a', 'b'].map((fid) => instance(fid, { name: `train-${fid}`, bid: 'train' })),
};

let now = NOON;

/** A console that shares a journal with others, with the time of a test. */
function consoleOn(path: string, { simulated = false } = {}) {
  const journal: FeatureJournal = openFeatureJournal(path, () => now);
  const start = consoleWith(fleet);
  const store = createStore<ConsoleState>(() => ({
    ...start,
    machines: { ...machineSettingsOf(start), mode: 'all', simulated, idleAfterMs: IDLE_AFTER },
  }));
  const sync = syncJournal({
    store,
    journal: sameThread(journal),
    service: () => HERE.service,
    followers: followersOn(store, { service: HERE.service }),
  });
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    sync.stop();
    journal.close();
  };
  onTestFinished(close);
  const change = (to: (state: ConsoleState) => ConsoleState): void => store.setState(to(store.getState()), true);
  return {
    journal,
    close,
    state: store.getState,
    change,
    /** Samples machines at a number of minutes after noon, and reads the journal again after that. */
    sample: async (
      minutes: number,
      utilization: Parameters<typeof sampleAt>[1],
      ...fids: readonly string[]
    ): Promise<void> => {
      now = NOON + minutes * MINUTE;
      const sample = (): Sample => sampleAt(minutes, utilization);
      const events = (fids.length === 0 ? ['a'] : fids).map(
        (fid) => ({ kind: 'sampled', fid, sample: sample() }) as const,
      );
      change((state) => machinesRead(timePassed(state, now), events));
      await journalAnswered();
      await sync.settled();
      now += 1;
      change((state) => timePassed(state, now));
      await sync.settled();
    },
    list: (minutes: number, rows: typeof fleet.instances): void => {
      now = NOON + minutes * MINUTE;
      const asked = { at: now, sequence: 10 + Math.round(minutes * 10) };
      change((state) => rowsArrived(state, 'instances', whole(...rows), asked, now));
    },
    idleSince: (fid = 'a'): number | null => readingsOf(store.getState().lists.machines).get(fid)?.idleSince ?? null,
    /** The lines of its Activity pane, oldest first. */
    activity: (): readonly string[] =>
      [...store.getState().lists.activity.rows.values()].map(({ row }) => withoutTimes(row.what)),
  };
}

/** Replaces times of the day, which depend on the time zone. */
const withoutTimes = (text: string): string => text.replace(/\d\d:\d\d(:\d\d)?( UTC)?/g, 'TIME');

const told = (journal: FeatureJournal): readonly string[] =>
  journal
    .after([HERE], 0)
    .map((event) => withoutTimes(activityRowOf(event, { into: '→', fieldWords: loadedFeatures.fieldWords }).what));

const IDLE = 'train-a: idle since TIME (0 % on 8 GPUs, $20.00/h at most)';

describe('a machine that does nothing', () => {
  test('is one event once that lasts the set time, and one when it works again', async () => {
    const console = consoleOn(newPath());
    await console.sample(0, 97);
    await console.sample(1, 0);
    await console.sample(10.9, 1);
    expect(told(console.journal)).toEqual([]);
    await console.sample(11, 0);
    for (const minute of [12, 20, 30, 40, 43]) await console.sample(minute, 2);
    expect(told(console.journal)).toEqual([IDLE]);
    await console.sample(43.5, 60);
    await console.sample(44, 97);
    expect(told(console.journal)).toEqual([IDLE, 'train-a: busy again after 42m idle']);
    expect(console.activity()).toEqual(told(console.journal));
    await console.sample(50, 0);
    await console.sample(60, 0);
    expect(told(console.journal).slice(2)).toEqual([IDLE]);
  });

  test('is no event when its GPUs can not be read or one of them works', async () => {
    const console = consoleOn(newPath());
    await console.sample(0, 0);
    await console.sample(9, 'driver');
    await console.sample(11, 0);
    await console.sample(20, null);
    await console.sample(21, 0);
    await console.sample(30, 3);
    expect(told(console.journal)).toEqual([]);
  });

  test('does not work again when its driver fails, and idles since the same time after that', async () => {
    const console = consoleOn(newPath());
    for (const minute of [0, 10]) await console.sample(minute, 0);
    await console.sample(11, 'driver');
    await console.sample(12, 0);
    expect([told(console.journal), console.idleSince()]).toEqual([[IDLE], NOON]);
  });

  test('works again somewhere in the time between two samples that are far apart', async () => {
    const console = consoleOn(newPath());
    for (const minute of [0, 10]) await console.sample(minute, 0);
    await console.sample(50, 97);
    expect(told(console.journal)).toEqual([IDLE, 'train-a: busy again after 50m idle (in the 40m since TIME)']);
  });

  test('counts from the new time on when the setting changes', async () => {
    const console = consoleOn(newPath());
    await console.sample(0, 0);
    console.change((state) => ({ ...state, machines: { ...machineSettingsOf(state), idleAfterMs: MINUTE } }));
    await console.sample(1, 0);
    expect(told(console.journal)).toEqual([IDLE]);
  });

  test('is marked as simulated where it is', async () => {
    const console = consoleOn(newPath(), { simulated: true });
    for (const minute of [0, 10]) await console.sample(minute, 0);
    await console.sample(11, 97);
    expect(told(console.journal)).toEqual([
      'train-a: idle since TIME (0 % on 8 GPUs, $20.00/h at most, simulated)',
      'train-a: busy again after 11m idle (simulated)',
    ]);
  });

  test.each([
    ['leaves the list', []],
    ['is preempted', [instance('a', { name: 'train-a', bid: 'train', status: 'STATUS_PREEMPTED' })]],
  ])('whose instance %s does not work again, and idles anew when it is back', async (_, gone) => {
    const console = consoleOn(newPath());
    for (const minute of [0, 10]) await console.sample(minute, 0);
    for (const minute of [12, 12.1, 15.5, 15.6]) console.list(minute, minute < 13 ? gone : fleet.instances);
    await console.sample(16, 0);
    await console.sample(20, 0);
    const events = told(console.journal);
    expect(events.filter((what) => what.includes('idle') || what.includes('busy'))).toEqual([IDLE]);
    expect(console.idleSince()).toBe(NOON + 16 * MINUTE);
    await console.sample(26, 0);
    expect(told(console.journal).filter((what) => what === IDLE)).toHaveLength(2);
  });
});

test('a machine that was idle before and after three hours without a sample is not known to have been idle in them', async () => {
  const console = consoleOn(newPath());
  for (const minute of [0, 10, 190]) await console.sample(minute, 0);
  expect(console.idleSince()).toBe(NOON + 190 * MINUTE);
  await console.sample(200, 0);
  expect([console.idleSince(), told(console.journal)]).toEqual([NOON + 190 * MINUTE, [IDLE, IDLE]]);
});

describe('several consoles with one journal', () => {
  test('record each idleness and its end once, and all of them show it', async () => {
    const path = newPath();
    const [one, other] = [consoleOn(path), consoleOn(path)];
    for (const minute of [0, 5, 10, 10.1]) for (const console of [one, other]) await console.sample(minute, 0);
    for (const minute of [42, 42.1]) for (const console of [other, one]) await console.sample(minute, 97);
    const events = [IDLE, 'train-a: busy again after 42m idle (in the 31m since TIME)'];
    for (const console of [one, other]) {
      now += 1000;
      console.change((state) => timePassed(state, now));
      expect(console.activity()).toEqual(events);
    }
  });

  test('agree on since when a machine is idle', async () => {
    const path = newPath();
    const [one, other] = [consoleOn(path), consoleOn(path)];
    for (const minute of [0, 10]) await one.sample(minute, 0);
    await other.sample(11, 0);
    expect(other.idleSince()).toBe(NOON);
  });

  test('do not count the time before one of them saw the machine work', async () => {
    const path = newPath();
    const [one, other] = [consoleOn(path), consoleOn(path)];
    await one.sample(0, 0);
    await other.sample(5, 97);
    await one.sample(10, 0);
    await other.sample(11, 0);
    expect(other.idleSince()).toBe(NOON + 11 * MINUTE);
  });

  test('never write two events of one kind about a machine in a row, whatever each of them sees', async () => {
    const step = fc.record({
      by: fc.constantFrom<0 | 1>(0, 1),
      utilization: fc.constantFrom<0 | 97 | 'driver'>(0, 0, 0, 97, 'driver'),
      minutes: fc.integer({ min: 0, max: 12 }),
      restarts: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
        now = NOON;
        const path = newPath();
        const consoles = [consoleOn(path), consoleOn(path)];
        let at = 0;
        const atRest: number[] = [];
        for (const { by, utilization, minutes, restarts } of steps) {
          at += minutes;
          if (restarts) {
            consoles[by]?.close();
            consoles[by] = consoleOn(path);
          }
          // A console reads every second what others have recorded, and samples machines far more often than here.
          now = NOON + at * MINUTE;
          consoles[by]?.change((state) => timePassed(state, now));
          await consoles[by]?.sample(at, utilization);
          if (utilization === 0) atRest.push(now);
        }
        const events = (consoles[0]?.journal.after([HERE], 0) ?? []).flatMap(({ payload }) =>
          payload.kind === 'seen' && isIdleChange(payload)
            ? [{ isBegin: payload.to !== null, since: payload.idle.since }]
            : [],
        );
        for (const [n, { isBegin, since }] of events.entries()) {
          // A machine may begin to idle twice in a row only when in between nobody saw it at rest for long.
          const before = events[n - 1];
          if (!isBegin) expect(before?.isBegin).toBe(true);
          else if (before?.isBegin === true) {
            const between = atRest.filter((one) => one >= before.since && one <= since);
            expect(Math.max(...between.slice(1).map((one, m) => one - (between[m] ?? one)))).toBeGreaterThan(SEEN_MS);
          }
        }
        for (const console of consoles) console.close();
      }),
      { numRuns: 25 },
    );
  });
});

describe('a console that starts again', () => {
  test('goes on with the idleness that the journal knows, and does not write it again', async () => {
    const path = newPath();
    const before = consoleOn(path);
    for (const minute of [0, 10]) await before.sample(minute, 0);
    before.close();
    const after = consoleOn(path);
    for (const minute of [20, 30, 45]) await after.sample(minute, 0);
    expect([after.idleSince(), told(after.journal)]).toEqual([NOON, [IDLE]]);
    await after.sample(45.5, 97);
    expect(told(after.journal)).toEqual([IDLE, 'train-a: busy again after 45m idle']);
  });

  test('does not count a time in which no console read the machine, and a time in which another one did', async () => {
    const path = newPath();
    const before = consoleOn(path);
    for (let minute = 0; minute <= 60; minute += 5) await before.sample(minute, 0);
    before.close();
    const soon = consoleOn(path);
    await soon.sample(70, 0);
    expect(soon.idleSince()).toBe(NOON);
    soon.close();
    const late = consoleOn(path);
    await late.sample(250, 0);
    expect(late.idleSince()).toBe(NOON + 250 * MINUTE);
    await late.sample(260, 0);
    expect(told(late.journal)).toEqual([IDLE, IDLE]);
    expect(late.idleSince()).toBe(NOON + 250 * MINUTE);
    const other = consoleOn(path);
    await other.sample(261, 0);
    expect(other.idleSince()).toBe(NOON + 250 * MINUTE);
  });
});

test('machines of one bid that idle within a minute are one line, with what they may cost together', async () => {
  const console = consoleOn(newPath());
  await console.sample(0, 0, 'a', 'b');
  await console.sample(10, 0, 'a');
  await console.sample(10.5, 0, 'b');
  await console.sample(20, 97, 'a', 'b');
  expect(console.activity().filter((what) => what.startsWith('2'))).toEqual([
    '2 instances of train idle since TIME ($40.00/h at most)',
    '2 instances of train busy again',
  ]);
});

test('no notice comes up at the start about machines that already idle, such as those of the demo', async () => {
  const console = consoleOn(newPath());
  const past = [0, 10].map((minutes) => ({ kind: 'sampled', fid: 'a', sample: sampleAt(minutes, 0) }) as const);
  console.change((state) => machinesRead(state, past));
  await journalAnswered();
  console.change((state) => timePassed(state, NOON + 1000));
  expect([told(console.journal), console.state().notice]).toEqual([[IDLE], null]);
});

test('a notice names the machines of a minute once, with the key that shows them, and gives way to others', async () => {
  const console = consoleOn(newPath());
  await console.sample(0, 0, 'a', 'b');
  await console.sample(10, 0, 'a');
  expect(console.state().notice?.text).toBe('train-a has been idle for 10m. Press m to see the machines.');
  await console.sample(10.2, 0, 'b');
  const both = '2 machines have been idle for 10m: train-a and train-b. Press m to see them.';
  expect(console.state().notice).toMatchObject({ text: both, tone: 'plain' });
  console.change((state) => ({ ...state, notice: null }));
  await console.sample(12, 0, 'a', 'b');
  expect(console.state().notice).toBeNull();
  await console.sample(13, 97, 'a', 'b');
  console.change((state) => ({
    ...state,
    notice: { text: 'train lost 2 instances.', tone: 'bad', at: NOON + 24 * MINUTE },
  }));
  for (const minute of [14, 24]) await console.sample(minute, 0);
  expect(console.state().notice?.text).toBe('train lost 2 instances.');
});

describe('spotdeck watch', () => {
  test('prints since when a machine is idle with numbers and units for programs', async () => {
    const console = consoleOn(newPath());
    for (const minute of [0, 10]) await console.sample(minute, 0, 'a', 'b');
    const events = console.journal.after([HERE], 0);
    expect(events.map((event) => eventObject(event, WORDS))[0]).toEqual({
      ...{ id: 1, at: '2026-11-20T12:10:00.000Z', at_after: null, event: 'changed', list: 'instances' },
      ...{
        fid: 'a',
        name: 'train-a',
        bid: 'train',
        bid_name: 'train',
        currency: null,
        who: null,
        outcome: null,
        key: null,
      },
      ...{ field: 'idle', old: null, new: '2026-11-20T12:00:00.000Z', what: expect.stringMatching(/^train-a: idle/) },
      idle: {
        ...{ since: '2026-11-20T12:00:00.000Z', seconds: 600, gpus: 8, utilization_percent: 0 },
        ...{ cost_per_hour_at_most: '20.00', currency: '$', simulated: false },
      },
    });
    const [line] = foldEvents<JournalEvent>(EMPTY_FOLD, events).lines.values();
    expect(line === undefined ? null : lineObject(line, WORDS, NOON)).toMatchObject({
      group: 'changed',
      count: 2,
      field: 'idle',
      new: 'idle',
    });
  });
});

describe('the journal', () => {
  test('keeps events of idle machines as changes of a field, for a reader that knows no idle machines', async () => {
    const path = newPath();
    const console = consoleOn(path);
    for (const minute of [0, 10]) await console.sample(minute, 0);
    console.close();
    const file = new DatabaseSync(path);
    const { payload: text } = file.prepare('SELECT payload FROM entries').get() ?? {};
    file.close();
    const { idle: _, ...known } = JSON.parse(String(text));
    expect(
      activityRowOf(
        { id: 1, key: '', at: NOON, since: null, by: '', payload: known },
        { into: '→', fieldWords: loadedFeatures.fieldWords },
      ).what,
    ).toBe('train-a: idle none → 2026-11-20T12:00:00.000Z');
  });

  test('skips an event with a time that no clock shows', async () => {
    const path = newPath();
    const console = consoleOn(path);
    for (const minute of [0, 10]) await console.sample(minute, 0);
    const file = new DatabaseSync(path);
    file.exec(`UPDATE entries SET payload = json_set(payload, '$.idle.since', 8640000000000001)`);
    file.close();
    expect(told(console.journal)).toEqual([]);
  });
});
