import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSendable, rowSelector } from '../../../src/resources/service-filter.ts';
import { coverOf, PARAMETER_SETS } from '../../../src/state/parts/cover.ts';
import { type Plan, planOf } from '../../../src/state/parts/plan.ts';
import { bid, consoleWith, instance } from '../made.ts';

const value = fc.constantFrom('eu-n1', 'us-e1', 'eu-n1 (moved)', '-', '', null);
const rows = fc
  .array(fc.record({ region: value, instance_type: value, status: value, isWanted: fc.boolean() }), { maxLength: 40 })
  .map((all) => all.map((row, n) => ({ ...row, fid: `row-${n}` })));
const usable = fc.subarray([...PARAMETER_SETS]);

describe('the queries for rows of a list', () => {
  test('select every wanted row that one of the usable filters can select, take no more requests than its pages each, and use only usable filters', () => {
    fc.assert(
      fc.property(rows, usable, fc.integer({ min: 1, max: 10 }), (all, sets, pageSize) => {
        const keyOf = (filter: readonly string[]): string => filter.toSorted().join(' ');
        const known = new Set(sets.map(keyOf));
        const wanted = new Set(all.filter(({ isWanted }) => isWanted).map(({ fid }) => fid));
        const cover = coverOf(all, wanted, { isUsable: (filter) => known.has(keyOf(filter)), pageSize });
        const selectors = cover.queries.map((query) => rowSelector(query));
        for (const query of cover.queries) expect(known).toContain(keyOf(Object.keys(query)));
        for (const row of all) {
          if (!wanted.has(row.fid)) continue;
          const canBeSelected = sets.some((set) =>
            set.every((name) => {
              const text = row[name];
              return text !== null && isSendable(text);
            }),
          );
          expect(
            selectors.some((selects) => selects(row)),
            JSON.stringify(row),
          ).toBe(canBeSelected);
        }
        // Each query is read to the end at most, and at least one page of it.
        const atMost = selectors.reduce(
          (sum, selects) => sum + Math.max(1, Math.ceil(all.filter(selects).length / pageSize)),
          0,
        );
        expect(cover.requests).toBeGreaterThanOrEqual(cover.queries.length);
        expect(cover.requests).toBeLessThanOrEqual(atMost);
        // Each query adds a wanted row.
        expect(cover.queries.length).toBeLessThanOrEqual(wanted.size);
      }),
    );
  });
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
    const plan = planOf(state, 'instances', 'proj_demo', targets, { isUsable: () => true, pageSize });
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
