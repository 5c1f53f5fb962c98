import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSendable, rowSelector } from '../../../src/resources/service-query.ts';
import { coverOf, PARAMETER_SETS } from '../../../src/sync/parts/cover.ts';
import { type Plan, planOf } from '../../../src/sync/parts/plan.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';

const value = fc.constantFrom('eu-n1', 'us-e1', 'eu-n1 (moved)', '-', '', null);
const created_at = fc.option(fc.integer({ min: 1, max: 20 }));
const rows = fc
  .array(fc.record({ region: value, instance_type: value, status: value, created_at, isWanted: fc.boolean() }), {
    maxLength: 40,
  })
  .map((all) => all.map((row, n) => ({ ...row, fid: `row-${n}` })));
const anyPages = { pages: [], isMoved: () => false };
const usable = fc.subarray([...PARAMETER_SETS]);

describe('the queries for rows of a list', () => {
  test('select every wanted row that one of the usable filters can select, once, and use only usable filters', () => {
    fc.assert(
      fc.property(rows, usable, fc.boolean(), fc.integer({ min: 1, max: 10 }), (all, sets, toTheEnd, pageSize) => {
        const keyOf = (filter: readonly string[]): string => filter.toSorted().join(' ');
        const known = new Set(sets.map(keyOf));
        const wanted = new Set(all.filter(({ isWanted }) => isWanted).map(({ fid }) => fid));
        const isUsable = (filter: readonly string[]): boolean => known.has(keyOf(filter));
        const queries = coverOf(all, wanted, { isUsable, isReversible: () => true, pageSize, toTheEnd, ...anyPages });
        for (const { query } of queries) expect(known).toContain(keyOf(Object.keys(query)));
        for (const row of all) {
          if (!wanted.has(row.fid)) continue;
          const canBeSelected = sets.some((set) =>
            set.every((name) => {
              const text = row[name];
              return text !== null && isSendable(text);
            }),
          );
          const brings = queries.filter((each) => each.wanted.includes(row.fid));
          expect(brings.length, JSON.stringify(row)).toBe(canBeSelected ? 1 : 0);
          expect(brings.every(({ query }) => rowSelector(query)(row))).toBe(true);
        }
      }),
    );
  });

  test('take the requests that they say, read in the order in which the wanted rows come sooner', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), fc.integer({ min: 1, max: 10 }), (all, isReversible, pageSize) => {
        const wanted = new Set(all.filter(({ isWanted }) => isWanted).map(({ fid }) => fid));
        const rules = {
          isUsable: () => true,
          isReversible: () => isReversible,
          pageSize,
          toTheEnd: false,
          ...anyPages,
        };
        const oldestFirst = all.toReversed().toSorted((a, b) => (a.created_at ?? 0) - (b.created_at ?? 0));
        for (const { query, wanted: fids, oldestFirst: reversed, requests } of coverOf(all, wanted, rules)) {
          const pagesIn = (rows: typeof all): number => {
            const selected = rows.filter(rowSelector(query));
            const last = selected.findLastIndex(({ fid }) => fids.includes(fid));
            return Math.ceil((last + 1) / pageSize);
          };
          expect(requests).toBe(pagesIn(reversed ? oldestFirst : all));
          expect(reversed && !isReversible).toBe(false);
          if (isReversible) expect(requests).toBe(Math.min(pagesIn(all), pagesIn(oldestFirst)));
        }
      }),
    );
  });
});

test('a wanted row in the middle of the list comes with the one page that has it, unless it was not there the last time', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 10 }), fc.nat({ max: 3 }), (all, pageSize, nth) => {
      const isMoved = (fid: string): boolean => Number(fid.slice('row-'.length)) % 4 === nth;
      const wanted = new Set(all.filter(({ isWanted }) => isWanted).map(({ fid }) => fid));
      const pages = all.flatMap((_, n) =>
        n > 0 && n % pageSize === 0 ? [{ cursor: `from ${n}`, rowsBefore: n }] : [],
      );
      const rules = { isUsable: () => true, isReversible: () => false, pageSize, toTheEnd: false, pages, isMoved };
      const queries = coverOf(all, wanted, rules);
      expect(queries.flatMap((query) => query.wanted).toSorted()).toEqual([...wanted].toSorted());
      const requests = queries.reduce((sum, query) => sum + query.requests, 0);
      expect(requests, 'never more than the whole list').toBeLessThanOrEqual(pages.length + 1);
      for (const { from, requests, wanted: fids } of queries) {
        if (from === null) continue;
        const start = pages.find(({ cursor }) => cursor === from)?.rowsBefore ?? Number.NaN;
        const onPage = all.slice(start, start + pageSize).map(({ fid }) => fid);
        expect(onPage).toEqual(expect.arrayContaining([...fids]));
        expect(fids.some(isMoved)).toBe(false);
        expect(requests).toBe(1);
      }
    }),
  );
});

describe('requests for instances by their bids', () => {
  const fid = fc.string({ minLength: 1, maxLength: 200 }).filter((text) => text.trim() !== '');
  const partsOf = (bids: readonly string[], pageSize: number): Plan & { readonly fids: readonly string[] } => {
    const state = consoleWith({
      bids: bids.map((each) => bid(each)),
      instances: bids.map((each, n) => instance(`inst-${n}`, { bid: each })),
    });
    const fids = [...state.lists.bids.rows.keys()];
    const targets = { rows: new Set(bids.map((_, n) => `inst-${n}`)), bids: new Set(fids) };
    const plan = planOf(state, 'instances', 'proj_demo', targets, {
      isUsable: () => true,
      pageSize,
      toTheEnd: false,
      pagesOf: () => [],
      isMoved: () => false,
    });
    return { ...plan, fids };
  };

  test('have addresses under 4 KB with identifiers of any text, ask for each bid once, and never join one that has a comma', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fid, { minLength: 1, maxLength: 80, size: 'max' }),
        fc.integer({ min: 1, max: 100 }),
        (bids, pageSize) => {
          const { parts, fids } = partsOf(bids, pageSize);
          const asked = parts.map(({ query }) => query.bid_fid_in ?? []);
          for (const each of asked) expect(encodeURIComponent(each.join(',')).length).toBeLessThan(3600);
          const sent = asked.flat();
          expect(new Set(sent).size).toBe(sent.length);
          expect(sent.every((each) => !each.includes(','))).toBe(true);
          expect(sent.toSorted()).toEqual(fids.filter((each) => !each.includes(',')).toSorted());
        },
      ),
    );
  });

  test('an instance whose bid has a comma in its identifier is not asked for by it', () => {
    const { parts } = partsOf(['a,b', 'c'], 100);
    expect(parts.map(({ query }) => query)).toEqual([{ bid_fid_in: ['c'] }]);
  });
});
