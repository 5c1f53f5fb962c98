import { describe, expect, test } from 'vitest';
import { serviceLists } from '../../src/resources/index.ts';
import type { Notice } from '../../src/store/state.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { createVolume, doTo, fidOf, place } from './operator.ts';
import { faults } from './table.ts';
import type { ExpectedText, FaultRow } from './table-row.ts';
import { expectTruth } from './truth.ts';

const LONGEST_PAUSE_MS = 61_000;

/** Change by the operator, and its request on the wire. */
type Change = {
  readonly what: string;
  readonly does: (fixture: Fixture) => void;
  readonly method: string;
  readonly ends: 'changed' | 'made' | 'gone';
};

const pause: Change = {
  what: 'pausing a bid',
  does: (fixture) => doTo(fixture, 'bids', 'pause-bid', fidOf(fixture, 'bids', 'train-llama')),
  method: 'PATCH /v2/spot/bids/',
  ends: 'changed',
};
const bidThenVolume: readonly Change[] = [
  pause,
  { what: 'placing a bid', does: (fixture) => place(fixture, 'made-here'), method: 'POST /v2/spot/bids', ends: 'made' },
  {
    what: 'deleting a volume',
    does: (fixture) => doTo(fixture, 'volumes', 'delete-volume', fidOf(fixture, 'volumes', 'scratch')),
    method: 'DELETE /v2/volumes/',
    ends: 'gone',
  },
];
const volumeThenBid: readonly Change[] = [
  pause,
  {
    what: 'creating a volume',
    does: (fixture) => createVolume(fixture, 'made-here'),
    method: 'POST /v2/volumes',
    ends: 'made',
  },
  {
    what: 'cancelling a bid',
    does: (fixture) => doTo(fixture, 'bids', 'cancel-bid', fidOf(fixture, 'bids', 'sweep-a')),
    method: 'DELETE /v2/spot/bids/',
    ends: 'gone',
  },
];

/**
 * Faults that a change can meet, each with and without the service carrying it out, where both are possible. By turns with another list, so that
 * each meets a change, a new row and one that goes, and faults of a kind meet them in both lists.
 */
const cases = faults.flatMap((row, n) =>
  (row.write?.carriedOut ?? []).map((carriedOut) => ({
    row,
    carriedOut,
    changes: n % 2 === 0 ? bidThenVolume : volumeThenBid,
    name: `${row.what}, the change ${carriedOut ? 'carried out' : 'not carried out'}`,
  })),
);

const isWrite = ({ method }: { readonly method: string }): boolean => method !== 'GET';
const writesIn = (requests: Fixture['wire']['asked']): readonly string[] =>
  requests.filter(isWrite).map(({ method, path }) => `${method} ${path}`);

describe('a change that meets a fault is reported correctly, is never sent twice, and the row ends as the service has it', () => {
  test.each(cases)('$name', async ({ row, carriedOut, changes }) => {
    await using fixture = await openFixture();
    fixture.poller.start();
    await fixture.pass(1000);
    const calm = await row.apply(fixture, { match: isWrite, carriedOut });
    for (const change of changes) await expectTold(fixture, change, row, carriedOut);
    const [asked, reached, tried] = [
      writesIn(fixture.wire.asked),
      writesIn(fixture.wire.reached),
      fixture.tries.filter(isWrite),
    ];
    await calm();
    const calmAt = fixture.clock.now();
    await fixture.passUntil(() => isKnown(fixture, calmAt), LONGEST_PAUSE_MS);
    await fixture.pass(LONGEST_PAUSE_MS);
    expect(writesIn(fixture.wire.asked)).toEqual(asked);
    expect(writesIn(fixture.wire.reached)).toEqual(reached);
    expect(fixture.tries.filter(isWrite)).toEqual(tried);
    expect(fixture.state().pending).toEqual([]);
    await expectTruth(fixture.state(), fixture.market);
  });
});

/** Waits until every list has been read since, so that nothing is unknown. */
const isKnown = (fixture: Fixture, since: number): boolean =>
  fixture.state().pending.length === 0 &&
  serviceLists.every(
    (name) => fixture.state().lists[name].failure === null && (fixture.state().lists[name].fetchedAt ?? 0) >= since,
  );

async function expectTold(fixture: Fixture, change: Change, row: FaultRow, carriedOut: boolean): Promise<void> {
  // Unknown outcomes of the change before would be settled in the middle of this one.
  await fixture.passUntil(() => fixture.state().pending.length === 0, LONGEST_PAUSE_MS);
  const told = change.ends === 'gone' ? (row.write?.deletion ?? row.write?.told) : row.write?.told;
  const [asked, reached] = [writesIn(fixture.wire.asked).length, writesIn(fixture.wire.reached).length];
  const tried = fixture.tries.filter(isWrite).length;
  const undos = fixture.state().undo.length;
  const notices: Notice[] = [];
  const outcomes: string[] = [];
  const stop = fixture.store.subscribe(({ notice, lists }, before) => {
    if (notice !== null && notice !== before.notice) notices.push(notice);
    const activity = [...lists.activity.rows.values()].filter(({ row }) => row.from === 'here').at(-1)?.row;
    if (activity !== undefined && lists.activity !== before.lists.activity) outcomes.push(activity.outcome);
  });
  change.does(fixture);
  await fixture.settle();
  stop();
  const sent = writesIn(fixture.wire.asked).slice(asked);
  expect(fixture.tries.filter(isWrite), change.what).toHaveLength(tried + 1);
  expect(sent.length, change.what).toBeLessThanOrEqual(1);
  if (sent[0] !== undefined) expect(sent[0]).toContain(change.method);
  expect(writesIn(fixture.wire.reached), change.what).toHaveLength(reached + (carriedOut ? 1 : 0));
  // A change that was carried out can be undone: at once when the response said so, otherwise with the next list.
  const known = told === 'unknown' && fixture.state().pending.length === 0 && carriedOut;
  const undoable = change.ends === 'changed' && ((told ?? 'done') === 'done' || known);
  expect(fixture.state().undo, change.what).toHaveLength(undos + (undoable ? 1 : 0));
  expectWords(fixture, change, row, told ?? 'done', notices[0], outcomes);
}

function expectWords(
  fixture: Fixture,
  { what }: Change,
  { sees }: FaultRow,
  told: ExpectedText,
  notice: Notice | undefined,
  outcomes: readonly string[],
): void {
  const host = fixture.wire.origin.replace('http://', '');
  expect(outcomes.slice(0, 2), what).toEqual(['sent', told]);
  expect(notice?.tone, what).toBe({ done: 'good', refused: 'bad', unknown: 'warn' }[told]);
  if (told === 'unknown') expect(notice?.text, what).toContain('unknown');
  if (told !== 'refused' || sees.hint === null) return;
  expect(notice?.text, what).toContain(sees.hint.replace('HOST', host).replace(/ Press P.*/, ''));
}
