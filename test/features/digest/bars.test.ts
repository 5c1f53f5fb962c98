import { describe, expect, test } from 'vitest';
import { barParts } from '../../../src/features/digest/bar-columns.ts';
import { type Bar, barsOf } from '../../../src/features/digest/bars.ts';
import { digestOf } from '../../../src/features/digest/digest.ts';
import type { BidRecord, BidStep, BidSteps } from '../../../src/features/money/bid-record.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import { NOON } from '../../store/hand-clock.ts';

const time = { from: NOON - 8 * HOUR_MS, to: NOON };
const COLUMNS = 8;
const MOST = 12;
const hour = (n: number): number => time.from + n * HOUR_MS;

/** A step that a list showed at an hour of the time, a few seconds after it was otherwise. */
const step = (at: number, state: BidStep['state'], running: number, more: Partial<BidStep> = {}): BidStep => ({
  at: hour(at),
  since: hour(at) - 5000,
  state,
  limit: { sign: '$', micros: 1_000_000n },
  quantity: 2,
  running,
  ...more,
});

const bidWith = (bid: string, steps: readonly BidStep[]): BidSteps => ({
  traits: { bid: `bid-${bid}`, name: bid, type: '8xh100', region: 'eu' },
  steps,
});

const project = (bids: readonly BidSteps[], observed: BidRecord['observed'] = [time]): BidRecord => ({
  project: 'proj_demo',
  bids,
  observed,
});

function barsIn(record: BidRecord) {
  const records = { records: [record], readAt: NOON };
  const { bids } = digestOf([{ project: 'proj_demo', time, events: [] }], records, null);
  return barsOf(bids, records, time, MOST);
}

/** A bar as a letter for each column, `.` where the bid was not there. */
const LETTERS = { running: 'r', paused: 'p', unknown: '?', partly: 'h', out: 'o' } as const;
function drawn({ stretches }: Bar): string {
  const parts = barParts(stretches, time, COLUMNS);
  return Array.from({ length: COLUMNS }, (_, n) => {
    const part = parts.find(({ from, to }) => from <= n && n < to);
    return part === undefined ? '.' : LETTERS[part.kind];
  }).join('');
}
const pictures = (record: BidRecord): readonly string[] => barsIn(record).shown.map(drawn);

describe('a bar shows how a bid stood', () => {
  test('running, partly out, out, paused, and nothing before it was placed and after it had ended', () => {
    const steps = [
      step(1, 'allocated', 2),
      step(3, 'allocated', 1),
      step(4, 'open', 0),
      step(5, 'paused', 0),
      step(7, 'ended', 0),
    ];
    expect(pictures(project([bidWith('a', steps)]))).toEqual(['.rrhopp.']);
  });

  test('an outage of a second is seen in its column', () => {
    const short = [
      step(-1, 'allocated', 2),
      step(2, 'open', 0),
      { ...step(2, 'allocated', 2), at: hour(2) + 1000, since: hour(2) },
    ];
    expect(pictures(project([bidWith('a', short)]))).toEqual(['rrorrrrr']);
  });

  test('a bid that had ended before has none', () => {
    expect(pictures(project([bidWith('a', [step(-2, 'allocated', 2), step(-1, 'ended', 0)])]))).toEqual([]);
  });
});

describe('what nobody saw is not known, and never running or out', () => {
  const steps = [step(-1, 'allocated', 2), step(4, 'open', 0)];

  test('before the first look, in a gap, and after the last look', () => {
    const seen = [
      { from: hour(1), to: hour(2) },
      { from: hour(4), to: hour(6) },
    ];
    expect(pictures(project([bidWith('a', steps)], seen))).toEqual(['?r??oo??']);
  });

  test('while nobody looked at all no bid is drawn', () => {
    expect(pictures(project([bidWith('a', steps)], []))).toEqual([]);
  });

  test('between two looks that are far apart, also when another console looked meanwhile', () => {
    const late = [step(-1, 'allocated', 2), step(4, 'open', 0, { since: hour(2) })];
    expect(pictures(project([bidWith('a', late)]))).toEqual(['rr??oooo']);
  });

  test('looks that are less than a minute apart leave no gap', () => {
    const usual = [step(-1, 'allocated', 2), step(4, 'open', 0, { since: hour(4) - MINUTE_MS })];
    expect(pictures(project([bidWith('a', usual)]))).toEqual(['rrrroooo']);
  });

  test('a bid that has ended is not missing in a later gap', () => {
    const ended = [step(-1, 'allocated', 2), step(2, 'ended', 0)];
    expect(pictures(project([bidWith('a', ended)], [{ from: hour(0), to: hour(3) }]))).toEqual(['rr......']);
  });
});

test('of many bids the longest out are drawn, and the others are counted', () => {
  const many = Array.from({ length: 40 }, (_, n) =>
    bidWith(`b${n}`, [step(-1, 'allocated', 2), step(8 - n / 10, 'open', 0)]),
  );
  const { shown, more } = barsIn(project(many));
  expect(shown.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, n) => `b${39 - n}`));
  expect(more).toBe(28);
});
