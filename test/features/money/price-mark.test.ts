import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BID_STATES, type BidState, type BidSteps } from '../../../src/features/money/bid-record.ts';
import { chartLines } from '../../../src/features/money/chart/chart-lines.ts';
import { pairChartOf } from '../../../src/features/money/chart/pair-chart.ts';
import { markSentences } from '../../../src/features/money/chart/words.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import { unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith } from '../../store/made.ts';
import { recordsKnown } from './known.ts';
import { recordsOf } from './made-records.ts';

const PAIR = { type: '8xh100', region: 'eu-n1', sign: '$' };
const SPAN_MS = 4 * HOUR_MS;
const FROM = NOON - SPAN_MS;

type Stood = { readonly at: number; readonly state: BidState };

const stepsOf = (name: string, dollars: number, all: readonly Stood[], gapMs = 2000): BidSteps => ({
  traits: { bid: name, name, type: PAIR.type, region: PAIR.region },
  steps: all.map(({ at, state }, n) => ({
    at,
    since: n === 0 ? at : at - gapMs,
    state,
    limit: { sign: '$', micros: BigInt(Math.round(dollars * 1e6)) },
    quantity: 4,
    running: state === 'allocated' ? 4 : 0,
  })),
});

const minutes = (before: number): number => NOON - before * MINUTE_MS;

/**
 * When a bid was lost, found by going through its states one by one: where its preemption began, unless that ended well, or where it ended
 * when the first look did not see its begin.
 */
function lossesOf(all: readonly Stood[]): readonly number[] {
  const losses: number[] = [];
  let began: number | 'before' | null = null;
  let before: BidState | null = null;
  for (const { at, state } of all) {
    if (state === 'preempting') {
      began ??= before === null ? 'before' : at;
    } else {
      if (typeof began === 'number' && state !== 'allocated') losses.push(began);
      else if (state === 'open' && (began === 'before' || before === 'allocated')) losses.push(at);
      began = null;
    }
    before = state;
  }
  return typeof began === 'number' ? [...losses, began] : losses;
}

/** States at different times of four to five hours, each another one than the one before. The first look was before. */
const history = fc
  .array(fc.record({ state: fc.constantFrom(...BID_STATES), before: fc.integer({ min: 1, max: 300 }) }), {
    maxLength: 14,
  })
  .map((all): readonly Stood[] => {
    const times = [...new Set(all.map(({ before }) => before))].sort((a, b) => b - a);
    const seen: Stood[] = [{ at: minutes(310), state: all[0]?.state ?? 'allocated' }];
    times.forEach((before, n) => {
      const state = all[n]?.state ?? 'open';
      if (state !== seen.at(-1)?.state) seen.push({ at: minutes(before), state });
    });
    return seen;
  });

test('each loss in the time has one tick, in the column of its time, and nothing else has one', () => {
  fc.assert(
    fc.property(fc.array(history, { minLength: 1, maxLength: 4 }), fc.integer({ min: 60, max: 136 }), (all, width) => {
      // Their lines are on rows of their own.
      const records = recordsOf(all.map((one, n) => stepsOf(`bid-${n}`, 10 + n, one)));
      const lines = chartLines(
        recordsKnown(consoleWith(), records, [{ pair: PAIR, spanMs: SPAN_MS }]),
        { pair: PAIR, spanMs: SPAN_MS, at: null },
        { width, height: 40 },
      );
      const texts = lines.map((line) => (line.kind === 'text' ? line.segments : []));
      const axis = texts.findIndex((segments) => segments.some(({ text }) => text.endsWith(unicodeGlyphs.box.tick)));
      const rows = texts
        .slice(0, Math.max(0, axis))
        .map((segments) => [...segments.map(({ text }) => text).join('')].slice(9));
      const columns = [...(texts[axis]?.[1]?.text ?? '')].length;
      const drawn = rows.flatMap((row, at) =>
        row.flatMap((cell, n) => (cell === unicodeGlyphs.bad ? [`${n} in ${at}`] : [])),
      );
      const columnOf = (at: number): number => Math.min(columns - 1, Math.floor(((at - FROM) / SPAN_MS) * columns));
      const expected = all.flatMap((one) => [
        ...new Set(
          lossesOf(one)
            .filter((at) => at > FROM)
            .map(columnOf),
        ),
      ]);
      expect(drawn.map((cell) => Number.parseInt(cell, 10)).sort((a, b) => a - b)).toEqual(
        expected.sort((a, b) => a - b),
      );
      expect(new Set(drawn).size).toBe(drawn.length);
    }),
  );
});

/** What is said of the last thing that happened to a bid. */
function said(...bids: readonly BidSteps[]): string | undefined {
  const mark = pairChartOf(recordsOf(bids), PAIR, SPAN_MS).marks.at(-1);
  return mark === undefined ? undefined : markSentences(mark, '$', NOON)[0];
}

const wins = stepsOf('wins', 12, [{ at: minutes(600), state: 'allocated' }]);
const filledAndLost: readonly Stood[] = [
  { at: minutes(600), state: 'allocated' },
  { at: minutes(50), state: 'preempting' },
  { at: minutes(45), state: 'open' },
];

test('a loss says the limit price and what the price was at most, and never that it was higher', () => {
  const sweep = stepsOf('sweep', 11, filledAndLost);
  expect(said(wins, sweep)).toBe(
    'sweep was lost at 11:10: its limit was $11.00, the price at most $12.00: outbid or without room.',
  );
  const lower = stepsOf('lower', 10, [{ at: minutes(600), state: 'allocated' }]);
  expect(said(lower, sweep)).toBe(
    'sweep was lost at 11:10: its limit was $11.00, the price at most $10.00, so capacity can be the reason.',
  );
  expect(said(stepsOf('higher', 11.5, [{ at: minutes(600), state: 'open' }]), sweep)).toBe(
    'sweep was lost at 11:10: its limit was $11.00, and no bid shows what the price was.',
  );
});

test('a preemption that goes on is a loss that is not over, and one that ended well is none', () => {
  expect(said(wins, stepsOf('sweep', 11, filledAndLost.slice(0, 2)))).toMatch(
    /^sweep began to be preempted at 11:10: /,
  );
  const kept = [...filledAndLost.slice(0, 2), { at: minutes(44), state: 'allocated' as const }];
  expect(said(wins, stepsOf('sweep', 11, kept))).toBeUndefined();
});

test('what happened while nobody looked has both times', () => {
  const unseen = filledAndLost.filter(({ state }) => state !== 'preempting');
  expect(said(wins, stepsOf('sweep', 11, unseen, 30 * MINUTE_MS))).toMatch(
    /^sweep was lost between 10:45 and 11:15, while nobody looked: its limit was \$11\.00, the price at 11:15 at most \$12\.00: outbid or without room\.$/,
  );
});

test('what is older than a day has its date', () => {
  const old = stepsOf('sweep', 11, [
    { at: minutes(5000), state: 'allocated' },
    { at: minutes(2890), state: 'open' },
  ]);
  const [mark] = pairChartOf(recordsOf([old]), PAIR, 96 * HOUR_MS).marks.slice(-1);
  expect(mark && markSentences(mark, '$', NOON)[0]).toMatch(/^sweep was lost at \w{3} 11-18 11:50: /);
});

test('a bid that waited and got its instances is a fill, and says the most that the price can have been', () => {
  const filled = stepsOf('sweep', 11.7, [
    { at: minutes(600), state: 'open' },
    { at: minutes(20), state: 'allocated' },
  ]);
  expect(said(wins, filled)).toBe('sweep was filled at 11:40: its limit was $11.70, the price at most $11.70.');
});
