import { renameSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMoneyAnswers, moneyIn } from '../../../src/features/money/answers.ts';
import type { BidRecord, BidState } from '../../../src/features/money/bid-record.ts';
import { chartLines } from '../../../src/features/money/chart/chart-lines.ts';
import { money } from '../../../src/features/money/costs/dialog.ts';
import type { SeenBid } from '../../../src/features/money/journal.ts';
import { NO_MONEY_WANTED, RECORDED_MS, type WantedMoney } from '../../../src/features/money/known-money.ts';
import { moneyTabShown } from '../../../src/features/money/page.ts';
import { adviceForPairs } from '../../../src/features/money/prices/advice.ts';

import { budgetPerDay } from '../../../src/features/money/settings.ts';
import { DAY_MS } from '../../../src/lib/duration.ts';
import { parsePrice } from '../../../src/lib/money.ts';
import { NO_VALUES } from '../../../src/lib/typed-key.ts';
import { messageLines } from '../../../src/screen/ink/pane-lines.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import type { StatePart } from '../../../src/store/state-part.ts';
import { journalAnswered } from '../../journal/answered.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { textsOf } from '../../screen/ink/seen.ts';
import { NOON } from '../../store/hand-clock.ts';
import { everythingOf } from './known.ts';
import { fillJournal } from './large-journal.ts';
import { type FeatureJournal, openFeatureJournal } from './open-journal.ts';
import { COSTS, readingConsole } from './reading-console.ts';

const YEAR = { from: NOON - 365 * DAY_MS, to: NOON };

function opened(path = ':memory:', now: () => number = () => NOON): FeatureJournal {
  const journal = openFeatureJournal(path, now);
  onTestFinished(() => journal.close());
  return journal;
}

function filledJournal(steps: number, days: number): FeatureJournal {
  const journal = opened();
  fillJournal(journal, HERE, NOON, { steps, days });
  return journal;
}

const everything = (now: number, wanted: WantedMoney) => ({ scopes: [HERE], project: HERE.project, now, wanted });
const stepsIn = (records: readonly BidRecord[] | null): number =>
  (records ?? []).flatMap(({ bids }) => bids).reduce((sum, { steps }) => sum + steps.length, 0);

test('of 60,000 steps a later look reads no old one again', () => {
  const journal = filledJournal(60_000, 4);
  let read = 0;
  const counted = (records: readonly BidRecord[] | null): readonly BidRecord[] | null => {
    read += stepsIn(records);
    return records;
  };
  const answers = createMoneyAnswers({
    read: (scopes, time) => counted(journal.bidRecords(scopes, time)),
    readAfter: (scopes, at) => counted(journal.bidRecordsAfter(scopes, at)),
    readCharges: (scopes) => scopes.map(() => null),
  });
  const wanted: WantedMoney = { ...NO_MONEY_WANTED, spanMs: RECORDED_MS, costs: true, prices: true };
  expect(answers.answer(everything(NOON, wanted))?.prices).toHaveLength(24);
  expect(read).toBe(60_000);

  const [seen] = journal.bidRecords([HERE], YEAR)[0]?.bids.slice(-1) ?? [];
  if (seen === undefined) throw new Error('There is no bid.');
  const at = NOON + 6000;
  const standing: SeenBid['standing'] = {
    state: 'allocated',
    limit: { sign: '$', micros: 9_990_000n },
    quantity: 2,
    running: 2,
  };
  read = 0;
  journal.recordBids(HERE, {
    at,
    readTo: at,
    previous: NOON - 1000,
    recordedAt: NOON - 1000,
    bids: [{ traits: seen.traits, standing }],
  });
  expect(answers.answer(everything(at, wanted))?.readAt).toBe(at);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(1000);
});

/** How some of four bids stand, so many milliseconds after the look before. */
const look = fc.record({
  ms: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 50_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 30 * 3_600_000 }) },
  ),
  bids: fc.array(
    fc.record({
      bid: fc.nat({ max: 3 }),
      state: fc.constantFrom<BidState>('allocated', 'open', 'preempting', 'paused', 'other', 'ended'),
      cents: fc.integer({ min: 1, max: 4 }),
      sign: fc.constantFrom('$', '$', '$', '€'),
      running: fc.nat({ max: 3 }),
    }),
    { maxLength: 3 },
  ),
  /** Whether another console has seen it, whose last look was some looks before. */
  by: fc.nat({ max: 1 }),
  /** Whether it is asked for after this look. */
  isAsked: fc.boolean(),
});
type Look = typeof look extends fc.Arbitrary<infer One> ? One : never;

const seenIn = ({ bids }: Look): readonly SeenBid[] =>
  bids.map(({ bid: n, state, cents, sign, running }) => ({
    traits: { bid: `bid-${n}`, name: `b${n}`, type: n < 3 ? '8xh100' : '4xa100', region: 'eu' },
    standing: { state, limit: { sign, micros: BigInt(cents) * 10_000n }, quantity: 3, running },
  }));

const inOrder = (records: readonly BidRecord[]) =>
  records.map((record) => ({
    ...record,
    bids: record.bids.toSorted((a, b) => (a.traits.bid < b.traits.bid ? -1 : 1)),
  }));

test('what one answer after the other went on from, while steps arrived, is what is computed at once', () => {
  fc.assert(
    fc.property(fc.array(look, { minLength: 3, maxLength: 40, size: 'max' }), (looks) => {
      let now = NOON - 20 * DAY_MS;
      const begun = now;
      const journal = openFeatureJournal(':memory:', () => now);
      const all = (): readonly BidRecord[] => journal.bidRecords([HERE], { from: begun - 90 * DAY_MS, to: now });
      const wanted = (): WantedMoney => ({
        ...everythingOf({ records: all(), readAt: now }),
        spends: [{ projects: [HERE.project], time: { from: begun, to: now - DAY_MS } }],
      });
      const previous: [number | null, number | null] = [null, null];
      for (const one of looks) {
        now += one.ms;
        const last = previous[one.by] ?? null;
        journal.recordBids(HERE, { at: now, readTo: now, previous: last, recordedAt: last, bids: seenIn(one) });
        previous[one.by] = now;
        if (one.isAsked) journal.money(everything(now, wanted()));
      }
      now += 10_000;
      const question = everything(now, wanted());
      const known = journal.money(question);
      if (known === null) throw new Error('Nothing is known.');
      // All that is there was read, and nothing twice.
      const records = known.records ?? [];
      expect(inOrder(records)).toEqual(question.wanted.bids.length === 0 ? [] : inOrder(all()));
      if (records.length > 0) {
        const fresh = moneyIn({ records: structuredClone(records), readAt: now }, HERE.project, question.wanted);
        expect(structuredClone(known)).toEqual(fresh);
      }
      journal.close();
    }),
    { numRuns: Number(process.env['SPOTDECK_SLICE_RUNS'] ?? 10) },
  );
});

describe('while a long journal is computed', () => {
  const pair = { type: '8xh100.us-east1-b', region: 'us-east1-b', sign: '$' };
  const texts = (lines: ReturnType<typeof money.lines>): string => textsOf(lines).join('\n');
  const costs = (state: ConsoleState, period: '7-days' | '30-days'): string =>
    texts(
      money.lines(
        { ...state, spentPeriod: period },
        { kind: 'money', tab: 'Spent', top: 0 },
        { width: 96, height: 40 },
      ),
    );
  const picture = (state: ConsoleState): string =>
    texts(chartLines(state, { pair, spanMs: 7 * DAY_MS, at: null }, { width: 80, height: 24 }));
  const pane = (state: ConsoleState): string =>
    messageLines(state, 'prices', 100)
      .flat()
      .map(({ text }) => text)
      .join('');
  const advice = (state: ConsoleState) => adviceForPairs([pair], '$2.50', contextOf(state));

  test('the screen says so in $, :prices, h and the advice of forms, and has no value; then it has all of them', async () => {
    const console = readingConsole(filledJournal(6000, 2));
    const charts = [{ pair, spanMs: 7 * DAY_MS }];
    const history: StatePart = { demands: () => ({ money: { charts, prices: true } }) };
    console.change((state) => ({ ...state, features: { ...state.features, parts: [history] } }));
    console.reader.readDue();
    const during = console.store.getState();
    expect(during.isReadingMoney).toBe(true);
    for (const period of ['7-days', '30-days'] as const) {
      expect(costs(during, period)).toContain('◐ Reading the journal.');
      expect(costs(during, period)).not.toContain('$');
    }
    expect(picture(during)).toBe('◐ Reading the prices of 8xh100 in us-east1-b…');
    expect(pane(moneyTabShown(during, 2))).toContain('Loading');
    expect(advice(during)).toMatchObject({
      values: { often: null, mostly: null },
      why: 'The prices of the last days are still being read.',
    });
    await journalAnswered();
    const after = console.store.getState();
    expect(after.isReadingMoney).toBe(false);
    expect(costs(after, '30-days')).toMatch(/Everything +\d+h +\$[\d,]+\.\d\d/);
    expect(picture(after)).toMatch(/\$\d+\.\d\d/);
    expect(moneyTabShown(after, 2).lists.prices.rows.size).toBe(24);
    expect(advice(after)?.texts[0]).toMatch(/^Last 7 days: filled from \$/);
  });

  test('what was read for a budget alone is not shown as the costs of $', async () => {
    const console = readingConsole(filledJournal(3000, 20));
    const own = budgetPerDay.put(NO_VALUES, parsePrice('$1'));
    console.change((state) => ({ ...state, dialogs: [], connected: { ...state.connected, own } }));
    await console.reads();
    expect(console.known()).toMatchObject({ soFar: { day: { most: { kind: 'known' } } }, costs: null, prices: null });
    console.change((state) => ({ ...state, dialogs: COSTS }));
    expect(costs(console.store.getState(), '30-days')).toContain('Reading the journal');
    await console.reads();
    expect(costs(console.store.getState(), '30-days')).toContain('Everything');
  });

  test('what a closed view has read is dropped within a minute, and a budget keeps its sums', async () => {
    const console = readingConsole(filledJournal(3000, 60));
    await console.reads();
    expect(console.known()?.costs).not.toBeNull();
    console.change((state) => ({ ...state, dialogs: [] }));
    await console.passes(30_000);
    expect(console.known()).not.toBeNull();
    await console.passes(30_000);
    expect(console.known()).toBeNull();
    expect(console.questions).toEqual(['money', 'forgetMoney']);

    const own = budgetPerDay.put(NO_VALUES, parsePrice('$1'));
    console.change((state) => ({ ...state, dialogs: COSTS, connected: { ...state.connected, own } }));
    await console.reads();
    expect(console.known()?.costs).not.toBeNull();
    console.change((state) => ({ ...state, dialogs: [] }));
    await console.passes(30_000);
    expect(console.known()).toMatchObject({ soFar: { day: { most: { kind: 'known' } } }, costs: null });
  });

  test('an answer that comes after another project was shown, or the end, is not taken', async () => {
    const console = readingConsole(filledJournal(600, 2));
    for (const ends of [console.reader.forget, console.reader.stop]) {
      console.reader.readDue();
      ends();
      await journalAnswered();
      expect(console.known()).toBeNull();
    }
    await console.reads();
    expect(console.known()).toBeNull();
  });

  test('of a file that takes the place of the journal all is read, and nothing of the one before is kept', () => {
    const [path, aside] = [newPath(), newPath()];
    const other = openFeatureJournal(aside, () => NOON);
    fillJournal(other, HERE, NOON, { steps: 50, days: 1, pairs: 1 });
    const records = other.bidRecords([HERE], YEAR);
    other.close();
    const journal = opened(path);
    fillJournal(journal, HERE, NOON, { steps: 600, days: 2 });
    const bids = [...records, ...journal.bidRecords([HERE], YEAR)].flatMap((one) =>
      one.bids.map(({ traits }) => traits.bid),
    );
    const question = everything(NOON, { ...NO_MONEY_WANTED, spanMs: RECORDED_MS, bids });
    expect(stepsIn(journal.money(question)?.records ?? null)).toBe(600);
    for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    renameSync(aside, path);
    expect(journal.money(question)?.records).toEqual(records);
  });
});
