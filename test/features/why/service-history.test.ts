import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../../src/changes/change-event.ts';
import type { BidHistoryEvent } from '../../../src/contract/extras/bid-history.ts';
import { explained } from '../../../src/features/why/explanation.ts';
import { pastsWith } from '../../../src/features/why/past.ts';
import { NOTHING_READ } from '../../../src/features/why/state.ts';
import { storyEvents } from '../../../src/features/why/story/lines.ts';
import { DAY_MS } from '../../../src/lib/duration.ts';
import { parseMoney } from '../../../src/lib/money.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';

const MINUTE = 60_000;

/** An event of the service, minutes before noon. */
const serviceEvent = (
  minutes: number,
  type: string,
  user: string | null = null,
  limit: string | null = null,
): BidHistoryEvent => ({
  timestamp: NOON - minutes * MINUTE,
  event_type: type,
  limit_price: limit === null ? null : parseMoney(limit),
  user_id: user,
});

let id = 0;
/** A change of the status that was seen a time before noon, and not yet at another time. */
function seen(minutes: number, from: string | null, to: string, since: number | null = minutes + 1 / 30): JournalEvent {
  id += 1;
  return {
    ...{ id, key: `seen:${id}`, by: 'here', at: NOON - minutes * MINUTE },
    since: since === null ? null : NOON - since * MINUTE,
    payload: {
      ...{ kind: 'seen', list: 'bids', fid: 'train', name: 'train', bid: null, bidName: null },
      ...{ change: from === null ? 'appeared' : 'changed', field: from === null ? null : 'status', from, to },
    },
  };
}

const did = (minutes: number, verb: string): JournalEvent => {
  id += 1;
  return {
    ...{ id, key: `did:${id}`, by: 'here', at: NOON - minutes * MINUTE, since: null },
    payload: {
      ...{ kind: 'noted', who: 'operator', outcome: 'done', what: `${verb} train` },
      ...{ about: { pane: 'bids', fid: 'train' }, action: { verb, list: 'bids', name: 'train' } },
    },
  };
};

type Known = {
  readonly events?: readonly JournalEvent[];
  readonly history?: readonly BidHistoryEvent[];
  readonly status?: string;
  /** When the service was asked, in minutes before noon. */
  readonly asked?: number;
  readonly gaps?: readonly { readonly from: number; readonly to: number }[];
};

function stateOf({ events = [], history, status = 'Paused', asked = 0, gaps = [] }: Known): ConsoleState {
  const state = consoleWith({ bids: [bid('train', { status })], instances: [] });
  const pasts = pastsWith(new Map(), events, 'here');
  return {
    ...state,
    connected: { ...state.connected, aliases: new Map([['user_1', 'Ada']]) },
    knownPasts: { ...NOTHING_READ, pasts, gaps, since: NOON - 90 * MINUTE },
    ...(history === undefined
      ? {}
      : { extras: { bidHistories: new Map([['train', { value: history, readAt: NOON - asked * MINUTE }]]) } }),
  };
}

function reasonOf(known: Known) {
  const state = stateOf(known);
  const row = state.lists.bids.rows.get('train')?.row;
  if (row === undefined) throw new Error('There is no bid.');
  return explained({ kind: 'bid', row }, state);
}

const storyOf = ({ events = [], ...known }: Known): readonly string[] =>
  storyEvents(stateOf({ events, ...known }), { events, knownSince: null }, 90 * DAY_MS, 'train').map(
    ({ what }) => what,
  );

describe('why a bid is paused', () => {
  test('without the service nothing shows by whom', () => {
    const events = [seen(20, 'Allocated', 'Paused')];
    expect(reasonOf({ events }).sentence).toBe('Paused at 11:40, not by a program with this journal.');
  });

  test('the service says who and when, also of a time in which nobody looked and before the journal began', () => {
    const lately = { events: [seen(20, 'Allocated', 'Paused', 70)], history: [serviceEvent(45, 'Paused', 'user_1')] };
    expect(reasonOf(lately)).toMatchObject({ sentence: 'Paused by Ada at 11:15.', certainty: 'certain' });
    const before = { events: [seen(90, null, 'Paused', null)], history: [serviceEvent(60 * 5, 'Paused', 'user_2')] };
    expect(reasonOf(before)).toMatchObject({
      ...{ sentence: 'Paused by user_2 at 07:00.', since: { kind: 'seen', at: NOON - 300 * MINUTE } },
    });
  });

  test('what the operator did here stays theirs', () => {
    const events = [did(20, 'pause'), seen(20, 'Allocated', 'Paused')];
    expect(reasonOf({ events, history: [serviceEvent(20, 'Paused', 'user_1')] }).sentence).toBe(
      'Paused by you at 11:40.',
    );
  });

  test.each([
    ['a pause of another time', [serviceEvent(50, 'Paused', 'user_1')]],
    ['a pause that was ended again', [serviceEvent(20, 'Paused', 'user_1'), serviceEvent(19, 'Resumed', 'user_2')]],
    ['two at once', [serviceEvent(20, 'Paused', 'user_2'), serviceEvent(20, 'Paused', 'user_1')]],
    ['nobody', [serviceEvent(20, 'Paused', null)]],
    ['no pause', [serviceEvent(300, 'Placed', 'user_1')]],
  ])('%s says nothing of who paused it now', (_, history) => {
    const { sentence } = reasonOf({ events: [seen(20, 'Allocated', 'Paused')], history });
    expect(sentence).toBe('Paused at 11:40, not by a program with this journal.');
  });

  test('a list that is newer than the journal is not explained by an earlier pause', () => {
    const events = [seen(80, 'Allocated', 'Paused'), seen(40, 'Paused', 'Allocated')];
    const { sentence } = reasonOf({ events, history: [serviceEvent(80, 'Paused', 'user_1')], asked: 60 });
    expect(sentence).not.toContain('Ada');
  });
});

describe('the story of a bid', () => {
  test('has what the service tells, in its words where nobody here knows them, the newest first', () => {
    const history = [
      serviceEvent(600, 'Placed', 'user_1', '$2.50'),
      serviceEvent(500, 'Allocated'),
      serviceEvent(400, 'Limit Price Changed', 'user_2', '$1,003.00'),
      serviceEvent(300, 'Volumes Attached', 'user_1'),
      serviceEvent(200, 'Preempted'),
    ];
    expect(storyOf({ history })).toEqual([
      'Preempted',
      'Volumes Attached by Ada',
      'Limit price changed to $1,003.00 by user_2',
      'Allocated',
      'Placed at $2.50 by Ada',
    ]);
  });

  test('an event of both is one line', () => {
    const events = [seen(40, 'Allocated', 'Paused'), seen(20, 'Paused', 'Open', 35)];
    const history = [serviceEvent(40, 'Paused', 'user_1'), serviceEvent(30, 'Resumed', 'user_1')];
    expect(storyOf({ events, history })).toEqual([
      'train: paused → open (in the 15m since 11:25:00), by Ada at 11:30:00',
      'train: allocated → paused, by Ada',
    ]);
  });

  test('the own action stays the operator\u2019s, and is not there twice', () => {
    const events = [did(20, 'pause'), seen(20, 'Allocated', 'Paused')];
    const own = storyOf({ events });
    expect(storyOf({ events, history: [serviceEvent(20, 'Paused', 'user_1')] })).toEqual(own);
  });

  test('a pause of another person beside the own one is said apart, and not of the change that was seen', () => {
    const events = [did(20, 'pause'), seen(18, 'Allocated', 'Paused', 30)];
    const history = [
      serviceEvent(27, 'Paused', 'user_1'),
      serviceEvent(25, 'Resumed', 'user_1'),
      serviceEvent(20, 'Paused', 'user_2'),
    ];
    const lines = storyOf({ events, history });
    expect(lines.filter((line) => line.includes('Ada'))).toEqual(['Resumed by Ada', 'Paused by Ada']);
    expect(lines.join()).not.toContain('user_2');
  });
});

const PEOPLE = ['user_1', 'user_2', 'user_3'];

test('a reason never names a person who did not do it, however the looks and the service\u2019s clock lie', () => {
  const step = fc.record({
    after: fc.integer({ min: 3, max: 20 }),
    by: fc.constantFrom(...PEOPLE),
    isPause: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 12 }),
      fc.integer({ min: -30, max: 30 }),
      fc.integer({ min: 0, max: 150 }),
      (steps, looks, skewSeconds, asked) => {
        let [minute, isPaused] = [0, false];
        const truth = steps.flatMap(({ after, by, isPause }) => {
          minute += after;
          if (isPause === isPaused) return [];
          isPaused = isPause;
          return { minute, by, isPause };
        });
        const at = (time: number) => truth.findLast((one) => one.minute <= time);
        const end = 200;
        const times = [...new Set([...looks, end])].toSorted((a, b) => a - b);
        const events = times.flatMap((time, n) => {
          const [was, is] = [at(times[n - 1] ?? -1)?.isPause ?? false, at(time)?.isPause ?? false];
          const name = (paused: boolean) => (paused ? 'Paused' : 'Open');
          if (n === 0) return [seen(end - time, null, name(is), null)];
          return was === is ? [] : [seen(end - time, name(was), name(is), end - (times[n - 1] ?? 0))];
        });
        const gaps = times.flatMap((time, n) => {
          const before = times[n - 1];
          return before === undefined || time - before < 2
            ? []
            : { from: NOON - (end - before) * MINUTE, to: NOON - (end - time) * MINUTE };
        });
        const last = at(end);
        if (last?.isPause !== true) return;
        const history = truth
          .filter((one) => one.minute <= end - asked)
          .map(({ minute: then, by, isPause }) =>
            serviceEvent(end - then + skewSeconds / 60, isPause ? 'Paused' : 'Resumed', by),
          );
        const { sentence } = reasonOf({ events, history, asked, gaps });
        const named = [...PEOPLE, 'Ada'].filter((name) => sentence.includes(`by ${name} `));
        const who = last.by === 'user_1' ? 'Ada' : last.by;
        expect(named.filter((name) => name !== who)).toEqual([]);
        if (asked === 0 && looks.length === 0) expect(named).toEqual([who]);
      },
    ),
    { numRuns: 2000 },
  );
});
