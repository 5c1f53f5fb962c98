import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListedRow } from '../../../src/api/result.ts';
import type { JournalEvent } from '../../../src/changes/change-event.ts';
import type { Bid } from '../../../src/contract/bid.ts';
import { record } from '../../../src/features/replay/recording/record.ts';
import { pauseBid } from '../../../src/resources/bids/writes.ts';
import { requestedAt, rowAnswered } from '../../../src/store/list.ts';
import { type ConsoleState, withList } from '../../../src/store/state.ts';
import { firstPagesArrived, partArrived, rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, whole } from '../../store/made.ts';
import { held, stepped } from './held.ts';
import { type LargeMarket, openLargeMarket } from './large-market.ts';
import { recordRun } from './recorded.ts';

type Live = { readonly at: number; readonly state: ConsoleState };

/** Each line comes with the console's state. */
function recorded({ store, now }: LargeMarket): { readonly text: () => string; readonly live: readonly Live[] } {
  let text = '';
  const live: Live[] = [];
  record({
    store,
    now,
    token: () => null,
    recording: {
      append: (line) => {
        text += line;
        live.push({ at: now(), state: store.getState() });
        return true;
      },
    },
  });
  return { text: () => text, live };
}

const kindOf = (line: string): unknown => JSON.parse(line).kind;

const isWhole = ({ lists }: ConsoleState): boolean =>
  lists.bids.fetchedAt !== null && lists.instances.fetchedAt !== null;

const seen = (events: readonly JournalEvent[]) =>
  events.flatMap(({ at, since, payload }) => (payload.kind === 'seen' ? [{ at, since, payload }] : []));

test('a recording of a large list shows the same rows, ages, marks and events at every moment, also between complete lists', async () => {
  await using console = await openLargeMarket();
  const { text, live } = recorded(console);
  await console.pass(500);
  for (let turn = 0; turn < 12; turn++) {
    console.market.advance(60_000);
    const bids = [...console.store.getState().lists.bids.rows.values()];
    const bid = bids.find(({ row }) => row.status === 'Allocated');
    if (bid !== undefined && turn % 5 === 3) console.send(pauseBid(bid.row));
    await console.pass(300);
  }
  const lines = text().trimEnd().split('\n').slice(1);
  const kinds = Map.groupBy(lines.map(kindOf), (kind) => kind);
  expect(kinds.get('part')?.length).toBeGreaterThan(30);
  expect(kinds.get('answered')?.length).toBeGreaterThan(1);
  const { positions, events } = stepped(text());
  expect(positions).toHaveLength(lines.length);
  let compared = 0;
  for (const [n, { at, state }] of live.slice(1).entries()) {
    const shown = positions[n];
    if (shown === undefined || !isWhole(state)) continue;
    expect(held(shown.state, at), `line ${n + 2}`).toEqual(held(state, at));
    compared += 1;
  }
  expect(compared).toBeGreaterThan(80);
  const had = seen(console.journal.after([console.scope], 0));
  expect(had.length).toBeGreaterThan(10);
  expect(seen(events.flat())).toEqual(had);
});

test('a first list plays with the ages of rows that arrived after its request: in a part, and in an answer to a write', () => {
  const run = recordRun();
  const rows = [bid('a'), bid('b'), bid('c')];
  run.at(0, (state, now) => firstPagesArrived(state, 'bids', whole(...rows).rows, { at: now, sequence: 1 }, now));
  run.at(1000, (state, now) => {
    const part = { rows: whole(bid('c', { status: 'Open' })).rows, gone: [] };
    return partArrived(state, 'bids', part, { at: now - 50, sequence: 2 }, now);
  });
  run.at(2000, (state, now) =>
    withList(state, 'bids', rowAnswered(state.lists.bids, bid('a', { status: 'Paused' }), 3, now)),
  );
  run.at(9000, (state, now) => rowsArrived(state, 'bids', whole(...rows), { at: NOON, sequence: 1 }, now));
  const { positions } = stepped(run.text());
  const { lists } = run.store.getState();
  expect([...lists.bids.rows.keys()].map((fid) => requestedAt(lists.bids, fid))).toEqual([
    NOON + 2000,
    NOON,
    NOON + 950,
  ]);
  expect(held(positions.at(-1)?.state ?? run.store.getState(), NOON + 9000)).toEqual(
    held(run.store.getState(), NOON + 9000),
  );
  expect(positions).toHaveLength(2);
});

test('a part of unchanged rows costs a hundred bytes, one changed row costs that row', () => {
  const run = recordRun();
  const rows = Array.from({ length: 10_000 }, (_, n) => bid(`b${n}`));
  const part = (ms: number, ...of: readonly ListedRow<Bid>[]): void =>
    run.at(ms, (state, now) =>
      partArrived(state, 'bids', { rows: whole(...of).rows, gone: [] }, { at: now, sequence: ms }, now),
    );
  run.at(1, (state, now) => rowsArrived(state, 'bids', whole(...rows), { at: now, sequence: 1 }, now));
  const before = run.text().length;
  part(2000, ...rows.slice(500, 900));
  expect(run.text().length - before).toBeLessThan(130);
  part(4000, ...rows.slice(500, 900).with(7, bid('b507', { status: 'Preempting' })));
  expect(run.text().length - before).toBeLessThan(700);
});

/** At a list of six rows. `ago`: requests begun since its own. */
const arrival = fc.record({
  kind: fc.constantFrom('list', 'part', 'part', 'answer'),
  wait: fc.integer({ min: 0, max: 5000 }),
  ago: fc.nat({ max: 4 }),
  rows: fc.uniqueArray(
    fc.record({
      fid: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      status: fc.constantFrom('Open', 'Allocated', 'Preempting'),
    }),
    { selector: ({ fid }) => fid, maxLength: 6 },
  ),
  gone: fc.subarray(['a', 'b', 'c', 'd', 'e', 'f']),
});

test('complete lists, parts and answers to writes in any order play as they arrived, also those that were overtaken', () => {
  fc.assert(
    fc.property(fc.array(arrival, { minLength: 1, maxLength: 12 }), (arrivals) => {
      const run = recordRun();
      run.at(0, (state, now) => rowsArrived(state, 'bids', whole(bid('a'), bid('b')), { at: now, sequence: 1 }, now));
      const live = [held(run.store.getState(), NOON)];
      let ms = 0;
      for (const [n, { kind, wait, ago, rows, gone }] of arrivals.entries()) {
        ms += wait;
        const listed = rows.map(({ fid, status }) => bid(fid, { status }));
        const [first = bid('a')] = listed;
        run.at(ms, (state, now) => {
          const start = { at: now - ago * 100, sequence: n + 10 - ago };
          if (kind === 'list') return rowsArrived(state, 'bids', whole(...listed), start, now);
          const left = gone.filter((fid) => listed.every(({ row }) => row.fid !== fid));
          if (kind === 'part')
            return partArrived(state, 'bids', { rows: whole(...listed).rows, gone: left }, start, now);
          return withList(state, 'bids', rowAnswered(state.lists.bids, first, n + 10, now));
        });
        live.push(held(run.store.getState(), NOON + ms));
      }
      const { positions } = stepped(run.text());
      expect(positions.slice(1).map(({ state }) => held(state, state.now))).toEqual(live);
    }),
  );
});

test('a recording of version 1 plays as before', () => {
  const row = (status: string): string => bid('a', { status }).raw;
  const place = {
    profile: 'prod',
    projects: ['proj_demo'],
    origin: 'https://market.example',
    demo: false,
    names: [],
    preemptionMs: 300_000,
  };
  const lines = [
    '{"spotdeck":"recording","version":1}',
    `{"kind":"place","at":${NOON},"place":${JSON.stringify(place)}}`,
    `{"kind":"list","at":${NOON},"list":"bids","asked":${NOON - 50},"rows":[${row('Open')},${bid('b').raw}]}`,
    `{"kind":"list","at":${NOON + 2000},"list":"bids","asked":${NOON + 1950},"rows":[${row('Preempting')},[1,1]]}`,
    '',
  ];
  const { positions, events } = stepped(lines.join('\n'));
  const { lists } = positions.at(-1)?.state ?? recordRun().store.getState();
  expect([...lists.bids.rows.values()].map(({ row }) => row.status)).toEqual(['Preempting', 'Allocated']);
  expect(requestedAt(lists.bids, 'b')).toBe(NOON + 1950);
  expect(events.flat().map(({ at, payload }) => [at, payload.kind === 'seen' && payload.to])).toEqual([
    [NOON + 1950, 'Preempting'],
  ]);
});
