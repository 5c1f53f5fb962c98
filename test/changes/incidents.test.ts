import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../src/changes/change-event.ts';
import { EMPTY_FOLD, foldEvents } from '../../src/changes/fold-events.ts';
import { type Incident, isOpen, lossesOf, outageMs, outageOf, standingOf } from '../../src/changes/incident.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/lib/duration.ts';
import { activityRowOf } from '../../src/resources/activity-text.ts';
import { incidentText } from '../../src/resources/incident-words.ts';
import { NOON } from '../store/hand-clock.ts';

const SECOND = 1000;

/** A journal that a test writes. */
function journal() {
  const events: JournalEvent[] = [];
  const add = (at: number, payload: JournalEvent['payload']): void => {
    const id = events.length + 1;
    events.push({ id, key: `event-${id}`, at: NOON + at, since: NOON + at - SECOND, by: 'here', payload });
  };
  const seen = (list: 'bids' | 'instances', fid: string, from: string | null, to: string | null) => ({
    kind: 'seen' as const,
    list,
    fid,
    name: fid,
    bid: list === 'instances' ? 'batch' : null,
    bidName: list === 'instances' ? 'batch' : null,
    change: from === null ? ('appeared' as const) : ('changed' as const),
    field: from === null ? null : 'status',
    from,
    to,
  });
  return {
    events,
    bid: (at: number, from: string | null, to: string): void => add(at, seen('bids', 'batch', from, to)),
    instance: (at: number, fid: string, from: string | null, to: string): void =>
      add(at, seen('instances', fid, from, to)),
    gone: (at: number, fid: string, from: string): void =>
      add(at, { ...seen('instances', fid, from, null), change: 'gone', field: null }),
    did: (at: number, verb: string, rule?: string): void =>
      add(at, {
        kind: 'noted',
        who: 'operator',
        outcome: 'done',
        what: verb,
        about: { pane: 'bids', fid: 'batch' },
        action: {
          verb,
          list: 'bids',
          name: 'batch',
          ...(rule === undefined ? {} : { agent: { kind: 'rule', name: rule, reason: null } }),
        },
      }),
  };
}

const linesOf = (events: readonly JournalEvent[]) => [...foldEvents<JournalEvent>(EMPTY_FOLD, events).lines.values()];

/** The incidents of the bid `batch`, each with its sentence at a time after noon. */
const found = (events: readonly JournalEvent[]): readonly (Incident & { readonly text: (now: number) => string })[] =>
  linesOf(events).flatMap((line) =>
    [...line.incidents.values()].map((incident) => {
      const told = line.events.map((event) => activityRowOf(event, { into: '->', fieldWords: {} }).what);
      return { ...incident, text: (now: number) => incidentText(incident, told, NOON + now) };
    }),
  );
const textOf = (incident: ReturnType<typeof found>[number] | undefined, now: number): string =>
  incident?.text(now) ?? 'none';

/** Three instances of a bid that is preempted, waits, and has three new ones. */
function preemption(written: ReturnType<typeof journal>, from: number) {
  const before = ['a', 'b', 'c'];
  written.bid(from, 'Allocated', 'Preempting');
  for (const fid of before) written.instance(from, fid, 'STATUS_RUNNING', 'STATUS_PREEMPTING');
  written.bid(from + 5 * MINUTE_MS, 'Preempting', 'Open');
  for (const fid of before) written.instance(from + 5 * MINUTE_MS, fid, 'STATUS_PREEMPTING', 'STATUS_PREEMPTED');
  return (at: number): void => {
    written.bid(at, 'Open', 'Allocated');
    for (const fid of ['d', 'e', 'f']) written.instance(at, fid, null, 'STATUS_STARTING');
    for (const fid of ['d', 'e', 'f']) written.instance(at + 30 * SECOND, fid, 'STATUS_STARTING', 'STATUS_RUNNING');
  };
}

describe('a preemption is one line', () => {
  test('that is red and counts on until what it took is back', () => {
    const written = journal();
    const back = preemption(written, 0);
    const [out, ...others] = found(written.events);
    expect(others).toEqual([]);
    expect(out && standingOf(out)).toBe('out');
    expect(textOf(out, 3 * HOUR_MS + 5 * MINUTE_MS)).toBe('batch preempted, out for 3h (3 instances)');
    back(20 * MINUTE_MS);
    const [over, ...more] = found(written.events);
    expect(more).toEqual([]);
    expect(over && standingOf(over)).toBe('over');
    expect(textOf(over, 9 * HOUR_MS)).toMatch(/^batch preempted, back \d\d:\d\d:\d\d \(15m, 3 instances\)$/);
    expect(textOf(over, 90 * HOUR_MS), 'after days with its date').toMatch(
      /^batch preempted, back \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC \(15m, 3 instances\)$/,
    );
  });

  test('that ends when the operator pauses the bid, which says so', () => {
    const written = journal();
    preemption(written, 0);
    written.did(10 * MINUTE_MS, 'pause');
    written.bid(10 * MINUTE_MS, 'Open', 'Paused');
    const [over] = found(written.events);
    expect(over && isOpen(over)).toBe(false);
    expect(textOf(over, HOUR_MS)).toBe('batch paused by you (3 instances)');
  });

  test('and another one an hour later is another line', () => {
    const written = journal();
    preemption(written, 0)(10 * MINUTE_MS);
    preemption(written, HOUR_MS)(HOUR_MS + 10 * MINUTE_MS);
    expect(found(written.events)).toHaveLength(2);
  });
});

describe('an outage is from the first stop to the last return, without the time that ran', () => {
  const secondsOut = (incident: Incident): number | null => {
    const outage = outageOf(incident);
    return outage === null ? null : outageMs(outage, NOON + HOUR_MS) / SECOND;
  };
  const outage = (written: ReturnType<typeof journal>): readonly [text: string, seconds: number | null] => {
    const [incident] = found(written.events);
    return [textOf(incident, HOUR_MS), incident === undefined ? null : secondsOut(incident)];
  };
  const runs = ['STATUS_STARTING', 'STATUS_RUNNING'] as const;

  test('of a bid that waited after a resume, and was filled before', () => {
    const written = journal();
    written.did(0, 'resume');
    written.bid(SECOND, 'Paused', 'Open');
    written.bid(60 * SECOND, 'Open', 'Allocated');
    written.instance(60 * SECOND, 'a', ...runs);
    written.instance(70 * SECOND, 'a', 'STATUS_RUNNING', 'STATUS_PREEMPTED');
    written.instance(74 * SECOND, 'b', ...runs);
    expect(outage(written)).toEqual(['batch preempted, back 12:01:14 (4s, 1 instance)', 4]);
  });

  test('of one that lost its instance twice', () => {
    const written = journal();
    written.instance(0, 'a', 'STATUS_RUNNING', 'STATUS_PREEMPTED');
    written.instance(10 * SECOND, 'b', ...runs);
    written.instance(40 * SECOND, 'b', 'STATUS_RUNNING', 'STATUS_PREEMPTED');
    written.instance(60 * SECOND, 'c', ...runs);
    written.did(80 * SECOND, 'change');
    expect(outage(written)).toEqual(['batch preempted, back 12:01:00 (30s, 2 instances)', 30]);
  });

  test('of one that is paused while it is out, and filled after it was resumed', () => {
    const written = journal();
    written.instance(0, 'a', 'STATUS_RUNNING', 'STATUS_PREEMPTED');
    written.bid(10 * SECOND, 'Open', 'Paused');
    written.bid(30 * SECOND, 'Paused', 'Open');
    expect(textOf(found(written.events)[0], MINUTE_MS)).not.toMatch(/ out /);
    written.instance(60 * SECOND, 'b', ...runs);
    expect(outage(written)[1]).toBe(10);
  });

  test('of one that is being preempted there is none yet: what is going still runs', () => {
    const written = journal();
    written.did(0, 'change');
    written.bid(30 * SECOND, 'Allocated', 'Preempting');
    written.instance(30 * SECOND, 'a', 'STATUS_RUNNING', 'STATUS_PREEMPTING');
    expect(outage(written)).toEqual(['batch is being preempted, for 59m (1 instance)', null]);
    written.bid(60 * SECOND, 'Preempting', 'Allocated');
    written.instance(60 * SECOND, 'a', 'STATUS_PREEMPTING', 'STATUS_RUNNING');
    expect(outage(written)).toEqual(['batch was to be preempted, and kept its instances (1m)', null]);
  });
});

test('a new bid is one line until it has what it asked for', () => {
  const written = journal();
  written.did(0, 'place');
  written.bid(SECOND, null, 'Open');
  expect(textOf(found(written.events)[0], MINUTE_MS)).toBe('batch waits for the market (1m)');
  written.bid(5 * MINUTE_MS, 'Open', 'Allocated');
  for (const fid of ['a', 'b']) written.instance(5 * MINUTE_MS, fid, null, 'STATUS_NEW');
  expect(textOf(found(written.events)[0], 6 * MINUTE_MS)).toBe('batch starts (6m, 2 instances)');
  for (const fid of ['a', 'b']) written.instance(6 * MINUTE_MS, fid, 'STATUS_STARTING', 'STATUS_RUNNING');
  const incidents = found(written.events);
  expect(incidents).toHaveLength(1);
  expect(textOf(incidents[0], HOUR_MS)).toBe('batch started (6m, 2 instances)');
});

test('a pause by a rule with the instances that stop is one line', () => {
  const written = journal();
  written.did(0, 'pause', 'nights-off');
  written.bid(SECOND, 'Allocated', 'Paused');
  for (const fid of ['a', 'b']) written.instance(SECOND, fid, 'STATUS_RUNNING', 'STATUS_STOPPING');
  for (const fid of ['a', 'b']) written.instance(9 * SECOND, fid, 'STATUS_STOPPING', 'STATUS_PAUSED');
  const incidents = found(written.events);
  expect(incidents).toHaveLength(1);
  expect(textOf(incidents[0], HOUR_MS)).toBe('batch paused by the rule nights-off (2 instances)');
});

test.each([
  ['changed its price', 'change', 'done'],
  ['resumed it', 'resume', 'done'],
  ['was refused', 'pause', 'refused'],
  ['got no answer', 'pause', 'unknown'],
] as const)('a pause is not said to be the work of an operator who %s', (_, verb, outcome) => {
  const written = journal();
  written.did(0, verb);
  const [noted] = written.events;
  if (noted?.payload.kind !== 'noted') throw new Error('It is noted.');
  const events = [{ ...noted, payload: { ...noted.payload, outcome } }];
  written.bid(SECOND, 'Allocated', 'Paused');
  expect(textOf(found([...events, ...written.events.slice(1)])[0], HOUR_MS)).toBe('batch paused');
});

/** Events at random: bids and instances of three bids that change as they like, leave, and are acted on. */
const anyEvents = fc.array(
  fc.record({
    wait: fc.integer({ min: 0, max: 10 * MINUTE_MS }),
    bid: fc.constantFrom('x', 'y', 'z'),
    what: fc.constantFrom('bid', 'instance', 'gone', 'lost', 'noted', 'volume', 'finding'),
    from: fc.constantFrom(null, 'STATUS_RUNNING', 'STATUS_STARTING', 'STATUS_PREEMPTING', 'Allocated', 'Open'),
    to: fc.constantFrom('STATUS_RUNNING', 'STATUS_PREEMPTED', 'STATUS_NEW', 'Paused', 'Open', 'Allocated', null),
    instance: fc.integer({ min: 0, max: 4 }),
  }),
  { maxLength: 150 },
);

test('every event belongs to exactly one line, in whatever pieces they arrive, and none is lost', () => {
  fc.assert(
    fc.property(anyEvents, fc.integer({ min: 1, max: 20 }), (steps, piece) => {
      let at = NOON;
      const events = steps.map(({ wait, bid, what, from, to, instance }, n): JournalEvent => {
        at += wait;
        const base = { id: n + 1, key: `event-${n + 1}`, at, since: at - SECOND, by: 'here' };
        if (what === 'noted' || what === 'finding') {
          const about = what === 'noted' ? { pane: 'bids' as const, fid: bid } : null;
          const action = what === 'noted' ? { verb: 'pause', list: 'bids' as const, name: bid } : null;
          return { ...base, payload: { kind: 'noted', who: 'operator', outcome: 'done', what, about, action } };
        }
        const list = what === 'bid' ? 'bids' : what === 'volume' ? 'volumes' : 'instances';
        const change = what === 'gone' || what === 'lost' ? what : from === null ? 'appeared' : 'changed';
        return {
          ...base,
          payload: {
            kind: 'seen',
            list,
            fid: list === 'bids' ? bid : `${bid}-${instance}`,
            name: null,
            bid: list === 'instances' ? bid : null,
            bidName: null,
            change,
            field: change === 'changed' ? 'status' : null,
            from,
            to,
          },
        };
      });
      let pieces = foldEvents<JournalEvent>(EMPTY_FOLD, []);
      for (let n = 0; n < events.length; n += piece) pieces = foldEvents(pieces, events.slice(n, n + piece));
      const once = linesOf(events);
      expect([...pieces.lines.values()]).toEqual(once);
      const ids = once.flatMap(({ events }) => events.map(({ id }) => id));
      expect(ids.toSorted((a, b) => a - b)).toEqual(events.map(({ id }) => id));
      // Of one row at most one is open.
      const open = once
        .flatMap(({ incidents }) => [...incidents.values()])
        .filter(isOpen)
        .map(({ about }) => `${about.list} ${about.fid}`);
      expect(new Set(open).size).toBe(open.length);
    }),
    { numRuns: 300 },
  );
});

test('an instance that one list shows as lost and another one that took its place, in either order, leave nothing out', () => {
  for (const isFirst of [true, false]) {
    const written = journal();
    if (isFirst) written.instance(0, 'b', null, 'STATUS_RUNNING');
    written.instance(0, 'a', 'STATUS_RUNNING', 'STATUS_ERROR');
    if (!isFirst) written.instance(0, 'b', null, 'STATUS_RUNNING');
    const [incident] = found(written.events);
    expect(incident && [incident.out, lossesOf(incident).length, isOpen(incident)]).toEqual([0, 1, false]);
  }
});
