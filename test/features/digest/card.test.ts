import { describe, expect, test } from 'vitest';
import { SIMULATED_BY } from '../../../src/changes/change-event.ts';
import { cardOf } from '../../../src/features/digest/card.ts';
import { cardSvg } from '../../../src/features/digest/card-svg.ts';
import { digestOf } from '../../../src/features/digest/digest.ts';
import { digestParts } from '../../../src/features/digest/opening.ts';
import { bidJournal } from '../../../src/features/money/journal.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { payloadsFor } from '../../attacks/payloads.ts';
import { HERE } from '../../journal/scope.ts';
import { consoles } from '../../store/consoles.ts';
import { bid, type Holding, instance } from '../../store/made.ts';
import { elementsOf, textsIn } from './svg-parts.ts';

const HOUR = 3_600_000;
const EMPTY = { volumes: [], sshKeys: [], apiKeys: [] };
const two = (fid: string, name: string, more = {}) => bid(fid, { name, instance_quantity: 2, ...more });
const runs = (fid: string, of: string) => instance(fid, { bid: of });

type Shared = ReturnType<typeof consoles>;

/** The card of the last hours of a journal, with the lists of a console. */
function cardIn(shared: Shared, state: Parameters<typeof contextOf>[0] | null, hours = 8, change = {}): string {
  const now = shared.now();
  const from = now - hours * HOUR;
  const parts = digestParts(shared.journal, HERE.service, [{ project: HERE.project, from }], now);
  const records = { records: bidJournal(shared.journal).bidRecords([HERE], { from, to: now }), readAt: now };
  const digest = digestOf(parts, records, state === null ? null : contextOf({ ...state, now }));
  return cardSvg(cardOf({ parts, digest, records, connected: { aliases: new Map(), demo: false }, ...change }));
}

/** A console that looks each half minute at two bids with these names: both run, then lose instances, then one has them back. */
function watched(names: readonly [string, string] = ['llama', 'render'], minutes = 10) {
  const shared = consoles();
  const watching = shared.start();
  const [a, b] = names;
  const look = (many: number, holding: Holding): void => {
    for (let n = 0; n < many * 2; n += 1) {
      watching.lists(holding);
      shared.pass(30_000);
    }
    watching.lists(holding);
  };
  const both = { ...EMPTY, bids: [two('a', a), two('b', b)] };
  const all = [runs('a1', 'a'), runs('a2', 'a'), runs('b1', 'b'), runs('b2', 'b')];
  look(3 * minutes, { ...both, instances: all });
  look(2 * minutes, {
    ...both,
    bids: [two('a', a, { status: 'Open' }), two('b', b)],
    instances: [runs('b1', 'b')],
  });
  look(minutes, {
    ...both,
    bids: [two('a', a), two('b', b)],
    instances: [runs('a3', 'a'), runs('a4', 'a'), runs('b1', 'b')],
  });
  return { shared, look, state: watching.store.getState() };
}

test('a card says what was lost, what is back, who was out for longest and what it cost at most', () => {
  const { shared, state } = watched();
  const texts = textsIn(cardIn(shared, state, 1));
  expect(texts.slice(0, 14)).toEqual([
    HERE.project,
    '2026-11-20 12:00 to 13:00 (UTC)',
    'Lost',
    '3 instances',
    'of 2 bids',
    'Back',
    '1 of 2 bids',
    'none is out at the end',
    'Longest outage',
    '29m',
    'render, not back',
    'Cost, at most',
    expect.stringMatching(/^\$\d+\.\d\d$/),
    expect.stringMatching(/^in the (59m|1h) observed$/),
  ]);
  expect(texts).toEqual(expect.arrayContaining(['llama', 'render', 'running', 'partly out', 'out', 'not known']));
});

test('it is a picture for chats that only draws, with a name for screen readers', () => {
  const { shared, state } = watched();
  const elements = elementsOf(cardIn(shared, state));
  expect(elements[0]).toMatchObject({ name: 'svg', attributes: { width: '1200', height: '630' } });
  expect(elements[1]).toMatchObject({ name: 'title', text: expect.stringContaining(`spotdeck: ${HERE.project}`) });
});

test('what a gap can have cost stands beside the cost, and not in it', () => {
  const { shared, look, state } = watched();
  shared.pass(2 * HOUR);
  look(1, { ...EMPTY, bids: [two('a', 'llama')], instances: [runs('a3', 'a'), runs('a4', 'a')] });
  const svg = cardIn(shared, state, 3);
  expect(textsIn(svg)).toContainEqual(expect.stringMatching(/^Not observed: 2h, which can have cost at most \$/));
  expect(elementsOf(svg).some(({ attributes }) => attributes['stroke-dasharray'] !== undefined)).toBe(true);
});

test('an empty journal makes a card that says nothing is known, without figures, bars or amounts', () => {
  const texts = textsIn(cardIn(consoles(), null));
  expect(texts).toEqual([
    HERE.project,
    expect.any(String),
    'Nothing is known of this time: nobody had looked.',
    'spotdeck',
  ]);
});

test('where a part was not seen, no loss is none that was seen', () => {
  const shared = consoles();
  const watching = shared.start();
  watching.lists({ ...EMPTY, bids: [two('a', 'llama')], instances: [runs('a1', 'a'), runs('a2', 'a')] });
  shared.pass(HOUR);
  const texts = textsIn(cardIn(shared, null, 1));
  expect(texts).toContain('none seen');
  expect(texts).not.toContain('none');
});

describe('what is simulated is marked', () => {
  test('in the demo', () => {
    const { shared, state } = watched();
    expect(textsIn(cardIn(shared, state))).not.toContain('SIMULATED');
    const demo = { connected: { aliases: new Map(), demo: true } };
    expect(textsIn(cardIn(shared, state, 8, demo))).toContain('SIMULATED');
  });

  test('and wherever an event of a simulated past is among the others', () => {
    const { shared, state } = watched();
    const time = { from: shared.now() - HOUR, to: shared.now() };
    const [event] = shared.journal.since(HERE, 0);
    if (event === undefined) throw new Error('There is no event.');
    const parts = [{ project: HERE.project, time, events: [{ ...event, by: SIMULATED_BY }] }];
    expect(textsIn(cardIn(shared, state, 1, { parts }))).toContain('SIMULATED');
  });
});

describe('names are only text', () => {
  test.each([
    ...payloadsFor({ commandFor: () => 'true' }).map(({ id, text }) => [id, text] as const),
    ['an end of XML', '</text></svg><script>alert(1)</script>'],
    ['a reference', '&#x41;&lt;&unknown;'],
    ['a comment and data', '<!-- --><![CDATA[x]]><?xml?>'],
    ['what XML has not', 'a\ufffe\uffff\u0000b'],
    ['ten thousand letters', 'x'.repeat(10_000)],
    ['ten thousand wide ones', '界'.repeat(10_000)],
  ] as const)('%s', (_, name) => {
    const { shared, state } = watched([name, 'render'], 0.5);
    const svg = cardIn(shared, state);
    for (const text of textsIn(svg)) {
      expect(text.length).toBeLessThan(400);
      expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u2028\u2029\ufeff]/u);
    }
    expect(svg.length).toBeLessThan(30_000);
  });

  test('a bid without one is not called by its identifier', () => {
    const { shared, state } = watched(['', 'render'], 0.5);
    const svg = cardIn(shared, state);
    expect(textsIn(svg)).toContain('(no name)');
    expect(textsIn(svg)).not.toContain('a');
  });
});

test('of forty bids twelve are drawn, and the others are counted', () => {
  const shared = consoles();
  const watching = shared.start();
  const bids = Array.from({ length: 40 }, (_, n) => two(`f${n}`, `bid-${n}`));
  const instances = bids.flatMap(({ row: { fid } }) => [runs(`${fid}-1`, fid), runs(`${fid}-2`, fid)]);
  watching.lists({ ...EMPTY, bids, instances });
  for (let n = 0; n < 10; n += 1) {
    shared.pass(30_000);
    watching.lists({ ...EMPTY, bids, instances: instances.slice(4) });
  }
  const texts = textsIn(cardIn(shared, watching.store.getState(), 1));
  expect(texts.filter((text) => text.startsWith('bid-'))).toHaveLength(13);
  expect(texts).toContain('bid-0');
  expect(texts).toContain('and 28 more');
});
