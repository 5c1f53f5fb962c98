import { expect, test } from 'vitest';
import { kindOf } from '../../../src/features/rules/kinds.ts';
import { rules } from '../../../src/features/rules/pane/rules.ts';
import type { RuleRow } from '../../../src/features/rules/rule-rows.ts';
import { listOfRules } from '../../../src/features/rules/schemas.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { moneyOfMicros } from '../../../src/lib/money.ts';
import { NO_SUM, sumFrom } from '../../../src/lib/sum.ts';
import { asciiGlyphs } from '../../../src/resources/glyphs.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith } from '../../store/made.ts';

const context = contextOf(consoleWith());

/** The row of the first of some rules, as it is written in the config file, with what matters to a test. */
function row(written: object, more: Partial<RuleRow> = {}): RuleRow {
  const [rule] = listOfRules(loadedFeatures.panes.bids.columns).parse([written]);
  if (rule === undefined) throw new Error('no rule');
  return {
    fid: rule.name,
    rule,
    lines: kindOf(rule).lines(rule),
    status: { kind: 'active' },
    runBy: 'run by this console',
    next: { at: NOON + 3 * HOUR_MS, text: 'pause at 20:00' },
    hindered: null,
    sentAt: [NOON - 2 * HOUR_MS, NOON - 1000, NOON - 500],
    lastActions: [{ at: NOON - 1000, what: 'pause train-llama', reason: 'pause at 20:00, 8 running', outcome: 'done' }],
    effects: {
      since: NOON - 2 * HOUR_MS,
      cost: NO_SUM,
      saved: sumFrom([moneyOfMicros('$', 12_340_001n), moneyOfMicros('€', 1_000_000n)], []),
    },
    ...more,
  };
}

const night = { name: 'night', kind: 'schedule', bids: 'name:dev', pause: '0 20 * * *', zone: 'UTC', max_cost: '$50' };

const cells = (of: RuleRow, now = context): Readonly<Record<string, string>> =>
  Object.fromEntries(rules.columns.map(({ id, cell }) => [id, cell(of, now).text]));

test('a row has state, last action with its age, what is next and when, writes of the last hour, and upper bounds of money', () => {
  expect(cells(row(night))).toEqual({
    name: 'night',
    kind: 'schedule',
    state: '● runs',
    last: 'pause train-llama',
    age: '1s',
    next: 'pause at 20:00 · in 3h',
    writes: '2/20',
    cost: '–',
    saved: '≤$12.35 + €1.00',
  });
});

test('a held rule plans nothing, and says why it is held', () => {
  const held = row(night, { status: { kind: 'held', why: 'its cap is 20 per hour' } });
  expect(cells(held)).toMatchObject({ state: '✖ held: its cap is 20 per hour', next: '–' });
  expect(cells(row(night, { status: { kind: 'held-by-operator' } }))['state']).toMatch(/held by you$/);
});

test('with --ascii every sign of a row is ASCII', () => {
  const texts = Object.values(cells(row(night), { ...context, glyphs: asciiGlyphs })).join(' ');
  expect(texts.replaceAll('€', '')).toMatch(/^[\x20-\x7e]*$/);
});

test.each([
  [night, ['filter name:dev', 'at 0 20 * * * (cron), UTC', 'at most 20 per hour']],
  [
    { name: 'up', kind: 'ladder', set: 'night', wait: '90s', step: '5%', cap: '$15', max_cost: '$500' },
    ['the pause set night', 'by 5 %, after each 90s of waiting', '$15.00'],
  ],
  [{ name: 'lazy', kind: 'idle', bids: 'name:dev', after: '2h' }, ['when all machines of a bid are idle for 2h']],
  [
    { name: 'cap', kind: 'budget', per_hour: '$90', pause: ['name:ci', 'name:dev'], zone: 'UTC' },
    ['$90.00 for all running bids', 'filter name:ci', 'filter name:dev'],
  ],
] as const)('the detail of each kind has its settings in words', (written, expected) => {
  const lines = rules.detail(row(written), context).flatMap(({ lines }) => lines.map(({ text }) => text));
  expect(lines).toEqual(expect.arrayContaining([...expected]));
});

test('the detail has the last actions with reason and outcome, and how the sums are computed', () => {
  const lastActions = (['done', 'rehearsed', 'refused', 'missed', null] as const).map((outcome) => ({
    at: NOON - 1000,
    what: 'pause a',
    reason: 'pause at 20:00, 4 running',
    outcome,
  }));
  const [, , money, actions] = rules.detail(row(night, { lastActions }), context);
  expect(actions?.lines.map(({ text }) => text)).toEqual([
    'pause a (pause at 20:00, 4 running)',
    'would pause a (pause at 20:00, 4 running)',
    'refused: pause a (pause at 20:00, 4 running)',
    'not carried out: pause a (pause at 20:00, 4 running)',
    'not known yet: pause a (pause at 20:00, 4 running)',
  ]);
  expect(money?.lines.map(({ label }) => label)).toEqual(['Cost', 'Saved', 'Since', 'Computed']);
  expect(money?.lines.slice(0, 2).map(({ text }) => text)).toEqual(['nothing so far', '$12.35 + €1.00 at most']);
});

test('an empty pane shows how to write a rule that can be read', () => {
  const lines = rules.empty(
    (_, usual) => usual,
    () => true,
  );
  expect(lines).toContain('[[rules]]');
  expect(lines.at(-1)).toContain('docs/rules.md');
});
