import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import { asciiGlyphs } from '../../../src/resources/glyphs.ts';
import { headerLine } from '../../../src/screen/ink/screen-lines.ts';
import { headerParts } from '../../../src/store/header-line.ts';
import { visibleRows } from '../../../src/store/lists/visible-rows.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { listFailed, partArrived } from '../../../src/store/transitions.ts';
import { filled } from '../../store/filled.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, connected, consoleWith, instance, startedConsole, whole } from '../../store/made.ts';
import { fleet, line, theme, wide } from './headers.ts';

const small = consoleWith({ bids: [bid('a', { instance_quantity: 1 })], instances: [instance('i', { bid: 'a' })] });

const demo = { ...fleet(2), connected: { ...connected, demo: true } };

describe('the header', () => {
  test('shows the connection, that it is live, totals and the highest cost', () => {
    expect(line({ ...small, now: NOON + 1000 })).toContain(
      'spotdeck  prod ▸ proj_demo   ● live 2s   1 bid · 1 of 1 instance running   $2.50/h at most',
    );
  });

  test('counts the bids that their pane counts: those that ended long ago are in neither', () => {
    const state = consoleWith({
      bids: [
        bid('runs'),
        bid('over', { status: 'Terminated', deactivated_at: new Date(NOON - 3 * HOUR_MS).toISOString() }),
        bid('just-over', { status: 'Terminated', deactivated_at: new Date(NOON - MINUTE_MS).toISOString() }),
      ],
      instances: [],
    });
    expect(line(state)).toContain('2 bids');
    expect(visibleRows(state, 'bids').rows).toHaveLength(2);
  });

  test('says loudly how many bids are being preempted, and nothing when none is', () => {
    expect(line(demo)).toContain('● live 2s   ▲ 2 preempting   14 bids · 31 of 38 instances running');
    expect(headerLine(wide(demo, 160), theme)).toContain(`${theme.sgr('bad')}▲ 2 preempting`);
    expect(line(fleet(0))).not.toContain('preempting');
  });

  test.each([
    [160, ' spotdeck DEMO  prod ▸ proj_demo   ● live 2s   ▲ 2 preempting   14 bids · 31 of 38 instances running'],
    [
      110,
      ' spotdeck DEMO  prod ▸ proj_demo   ● live 2s   ▲ 2 preempting   14 bids · 31/38 running   $529.79/h at most',
    ],
    [80, ' spotdeck DEMO  ● live 2s  ▲ 2 preempting  14 bids · 31/38 running  ≤$529.79/h'],
    [60, ' spotdeck DEMO ● live 2s ▲ 2 preempting 31/38 run ≤$530/h'],
    [40, ' spotdeck DEMO ● live ▲ 2 ≤$530/h'],
  ])('on %i columns reads as short as it must', (columns, text) => {
    expect(line(demo, columns)).toContain(text);
  });

  test('says the same in ASCII', () => {
    expect(line({ ...demo, glyphs: asciiGlyphs }, 60)).toBe(
      ' spotdeck DEMO * live 2s ! 2 preempting 31/38 run <=$530/h',
    );
  });

  test('shows DEMO and READ-ONLY, also where there is little room', () => {
    const state = { ...small, connected: { ...connected, demo: true, readOnly: true } };
    expect(line(state, 40)).toBe(' spotdeck DEMO READ-ONLY ● live ≤$2.50/h');
  });

  test('never calls the cost of incomplete lists an upper limit, however short it is', () => {
    const start = { at: NOON, sequence: 1 };
    let state = startedConsole();
    state = partArrived(state, 'bids', { rows: whole(bid('a')).rows, gone: [] }, start, NOON);
    state = partArrived(state, 'instances', { rows: whole(instance('i', { bid: 'a' })).rows, gone: [] }, start, NOON);
    for (let columns = 40; columns <= 250; columns++) {
      expect(line(state, columns), `${columns} columns`).toContain('$2.50/h so far');
      expect(line(state, columns), `${columns} columns`).not.toMatch(/at most|≤/);
    }
  });

  test('rounds a cost up where it has no room for cents, so that it stays an upper limit', () => {
    const state = consoleWith({
      bids: [bid('a', { limit_price: '$1234.01' })],
      instances: [instance('i', { bid: 'a' })],
    });
    expect(line(state, 40)).toContain('≤$1,235/h');
  });
});

test('on 160 columns a demo with a preemption and idle machines shows running instances and cost over time, and what costs in words', () => {
  const samples = Array.from({ length: 30 }, (_, n) => ({
    at: NOON - (30 - n) * 10_000,
    running: 30 + n,
    costMicros: n * 1_000_000,
  }));
  const state = { ...fleet(1), samples, connected: { ...connected, demo: true, project: 'proj_demo' } };
  expect(line(state, 160)).toMatch(/ \$[\d.]+\/h at most .* running [▁-█]{6,12} {2}cost [▁-█]{6,12} {2}\d+m$/);
  expect(line(state, 130)).toMatch(/ \$[\d.]+\/h at most .* run [▁-█]{6,12} {2}\d+m$/);
  expect(line(state, 80)).not.toMatch(/[▁-█]/);
});

/** Fleets of which each feature has something to show, by how many bids are being preempted. */
const filledFleets = Array.from({ length: 15 }, (_, lost) => filled(fleet(lost)));

/** What the header may have to show at once. */
const loads = fc.record({
  lost: fc.integer({ min: 0, max: 14 }),
  brought: fc.boolean(),
  badge: fc.constantFrom(
    {},
    { demo: true },
    { readOnly: true },
    { production: true },
    { demo: true, readOnly: true },
    { production: true, readOnly: true },
  ),
  project: fc.constantFrom('p', 'proj_demo', 'p'.repeat(60), '本番環境'),
  connection: fc.constantFrom('live', 'stale', 'signed out', 'frozen'),
  sampled: fc.boolean(),
});

type Load = typeof loads extends fc.Arbitrary<infer Of> ? Of : never;

/** Two samples of a minute. */
const someSamples = [60_000, 0].map((ago) => ({ at: NOON - ago, running: 8, costMicros: 1_000_000 }));

function consoleUnder({ lost, brought, badge, project, connection, sampled }: Load): ConsoleState {
  const rows = brought ? (filledFleets[lost] ?? fleet(lost)) : fleet(lost);
  const samples = sampled ? someSamples : [];
  const state = { ...rows, samples, connected: { ...connected, ...badge, project } };
  if (connection === 'stale') return { ...state, now: NOON + 45_000 };
  if (connection === 'frozen') return { ...state, frozen: state.lists };
  if (connection === 'live') return state;
  return listFailed(state, 'bids', { kind: 'no-token', reached: 'no' }, NOON, null);
}

describe('at every width', () => {
  const shown = (state: ConsoleState, columns: number) => {
    const { parts } = headerParts(state, columns);
    return new Map(parts.map(({ part, texts }) => [part, texts.map(({ text }) => text).join('')]));
  };

  test('from 40 columns the badges, the connection, what is being preempted and the cost are there; from 60 the counts too', () => {
    fc.assert(
      fc.property(loads, fc.integer({ min: 40, max: 250 }), (load, columns) => {
        const state = consoleUnder(load);
        const parts = [...shown(state, columns).keys()];
        const { readOnly, production, demo } = state.connected;
        // All badges of features, and what is wrong with the connection, take room from what comes after them.
        const isCrowded = load.brought && load.connection !== 'live';
        const wanted = [
          'connection',
          ...(columns < (isCrowded ? 46 : 40) ? [] : ['cost']),
          ...(columns < (isCrowded ? 70 : 60) ? [] : ['name', 'counts']),
          ...(readOnly || production || demo ? ['badges'] : []),
          ...(state.preempting.size === 0 ? [] : ['preempting']),
        ];
        expect(parts, line(state, columns)).toEqual(expect.arrayContaining(wanted));
        const text = line(state, columns);
        for (const badge of [readOnly && 'READ-ONLY', production && 'PROD', demo && 'DEMO'])
          if (badge !== false) expect(text).toContain(badge);
        expect(text).not.toContain('…'.repeat(2));
      }),
    );
  });

  /** A console that reads the rows in view again, but not the rest, or that reads its lists for the first time. */
  const withRest = (state: ConsoleState, kind: 'none' | 'rest' | 'first'): ConsoleState => {
    if (kind === 'none') return state;
    const { bids, instances } = state.lists;
    const again = { at: NOON + 46_000, sequence: 1 };
    const known = partArrived(state, 'bids', { rows: bids.rows, gone: [] }, again, NOON);
    const all = partArrived(known, 'instances', { rows: instances.rows, gone: [] }, again, NOON);
    const { lists } = all;
    const first = { fetchedAt: null, partialSince: NOON, loading: { pages: 277, rows: 20_000 } };
    return {
      ...all,
      lists: kind === 'rest' ? lists : { ...lists, instances: { ...lists.instances, ...first } },
      now: NOON + 48_000,
    };
  };

  test.each([
    [110, '● live 2s, others 50s old  ▲ 2 preempting  14 bids · 31/38 running  ≤$529.79/h'],
    [60, ' spotdeck DEMO ● live 2s, others 50s ▲ 2 31/38 run ≤$530/h'],
    [40, ' DEMO ● live 2s, others 50s ▲ 2 ≤$530/h'],
  ])('the age of the rest stands before what is counted of it, on %i columns too', (columns, text) => {
    expect(line(withRest({ ...demo, size: { columns, rows: 24 } }, 'rest'), columns)).toContain(text);
  });

  test('a wider screen never shows less', () => {
    fc.assert(
      fc.property(loads, fc.constantFrom('none' as const, 'rest' as const, 'first' as const), (load, kind) => {
        const state = withRest(consoleUnder(load), kind);
        let before = shown(state, 40);
        for (let columns = 41; columns <= 250; columns++) {
          const now = shown(state, columns);
          for (const [part, text] of before)
            expect((now.get(part) ?? '').length, `${part} on ${columns} columns`).toBeGreaterThanOrEqual(text.length);
          before = now;
        }
      }),
      { numRuns: 45 },
    );
  });
});
