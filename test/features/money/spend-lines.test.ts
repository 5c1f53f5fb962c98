import { describe, expect, test } from 'vitest';
import type { BidRecord } from '../../../src/features/money/bid-record.ts';
import { printedSpend, spendNotes, spendReport } from '../../../src/features/money/costs/report.ts';
import { DAY_MS, HOUR_MS } from '../../../src/lib/duration.ts';
import { NOON } from '../../store/hand-clock.ts';
import { standing } from './made-records.ts';

const hours = (from: number, to: number) => ({ from: NOON + from * HOUR_MS, to: NOON + to * HOUR_MS });

/** A project in which a bid ran four instances at $10.00, and the intervals in which its lists were read. */
const project = (name: string, observed: BidRecord['observed']): BidRecord => ({
  project: name,
  bids: [standing(`bid-${name}`, 'allocated', 10, { before: 8 * DAY_MS })],
  observed,
});
/** The cells of the lines of a table. */
const cellsOf = (lines: readonly string[]) => lines.map((line) => line.trim().split(/ {2,}/));

const reported = (...records: readonly BidRecord[]) =>
  spendReport(
    { records, readAt: NOON },
    { time: hours(-7 * 24, 0), by: 'day', zone: 'UTC', aliases: new Map([['proj_b', 'team b']]) },
  );

describe('spotdeck spend --by day', () => {
  test('has one basis in a column: the observed part of the time of which anything is known, in each row and in the total', () => {
    const report = reported(project('p', [hours(-7, -5), hours(-2, 0)]));
    expect(cellsOf(printedSpend(report).lines(true))).toEqual([
      ['DAY', 'AT MOST', 'INSTANCE HOURS', 'OBSERVED', 'IN GAPS AT MOST'],
      ['2026-11-20', '$160.00', '16.0', '57 %', '$120.00'],
      ['total', '$160.00', '16.0', '57 %', '$120.00'],
    ]);
    expect(spendNotes(report).slice(1, 3)).toEqual([
      'Observed: 57 % of the known time, 4h of 7h.',
      'No data before 2026-11-20 05:00.',
    ]);
  });

  test('the rows of several days add up to the total, in cost, in observed time and in gaps', () => {
    const { whole, lines } = reported(project('p', [hours(-40, -30), hours(-20, -3), hours(-1, 0)]));
    const spends = lines.flatMap((line) => (line.kind === 'period' ? [line.spend] : []));
    expect(spends).toHaveLength(3);
    for (const part of ['observedMs', 'gapMs', 'runningMs'] as const)
      expect(spends.reduce((sum, spend) => sum + spend[part], 0)).toBe(whole[part]);
    expect(whole.unknownMs).toBe((7 * 24 - 40) * HOUR_MS);
  });

  test('amounts are rounded up to the cent in the table, and exact for spreadsheets and programs', () => {
    const report = reported(project('p', [{ from: NOON - 1000, to: NOON }]));
    const { lines, cells, whole } = printedSpend(report);
    expect([cellsOf(lines(false))[0]?.[1], cells().rows[0]?.[1]]).toEqual(['$0.02', '$0.011112']);
    expect(whole?.()).toMatchObject({ at_most: '0.011112', currency: '$', observed_seconds: 1, gap_seconds: 0 });
  });

  test('of several projects it names the one of which nothing is known before a time, or at all', () => {
    const notes = spendNotes(
      reported(project('proj_a', [hours(-100, 0)]), project('proj_b', [hours(-50, 0)]), project('proj_c', [])),
    );
    expect(notes).toContain('No data for team b before 2026-11-18 10:00.');
    expect(notes).toContain('No data for proj_a before 2026-11-16 08:00.');
    expect(notes).toContain('No data for proj_c: no console or "spotdeck watch" has run.');
  });

  test('a look before the time makes what follows a gap with an amount, and not unknown', () => {
    const { whole } = reported(project('p', [hours(-200, -190), hours(-1, 0)]));
    expect(whole).toMatchObject({ observedMs: HOUR_MS, gapMs: 167 * HOUR_MS, unknownMs: 0 });
    expect(whole.most).toMatchObject({ kind: 'known', amounts: [{ sign: '$', micros: 40_000_000n * 167n }] });
  });
});
