import { describe, expect, test } from 'vitest';
import type { Bid } from '../../../src/contract/bid.ts';
import { bidActions } from '../../../src/resources/bids/bid-actions.ts';
import { confirmationNeeded, pauseImpact, resumeImpact } from '../../../src/resources/bids/confirm.ts';
import type { Context } from '../../../src/resources/context.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';

const usual = { confirm: 'running', production: false, alone: true } as const;

describe('the confirmation that a change needs', () => {
  test.each([
    [0, {}, 'nothing'],
    [1, {}, 'second-tap'],
    [5, {}, 'second-tap'],
    [6, {}, 'typed-count'],
    [0, { alone: false }, 'second-tap'],
    [0, { confirm: 'always' }, 'second-tap'],
    [6, { confirm: 'always' }, 'typed-count'],
    [1, { production: true }, 'typed-count'],
    [0, { production: true }, 'nothing'],
    [9, { confirm: 'never' }, 'nothing'],
    [9, { confirm: 'never', alone: false }, 'nothing'],
    [1, { confirm: 'never', production: true }, 'typed-count'],
  ] as const)('with work on %i bids and %o it is: %s', (affected, over, needed) => {
    expect(confirmationNeeded({ affected }, { ...usual, ...over })).toBe(needed);
  });
});

const bids = [
  bid('runs', { limit_price: '$2.00', instance_quantity: 3 }),
  bid('waits', { status: 'Open', limit_price: '€1.00', instance_quantity: 2 }),
  bid('rests', { status: 'Paused', limit_price: '$10.00', instance_quantity: 1 }),
  bid('fresh', { limit_price: '$2.00', instance_quantity: 2 }),
];
const context = contextOf(
  consoleWith({
    bids,
    instances: [
      instance('i-1', { bid: 'runs' }),
      instance('i-2', { bid: 'runs' }),
      instance('i-3', { bid: 'runs', status: 'STATUS_STARTING' }),
      instance('i-4', { bid: 'runs', status: 'STATUS_TERMINATED' }),
      instance('i-5', { bid: 'rests', status: 'STATUS_STOPPED' }),
    ],
  }),
);
const rows = (...fids: readonly string[]) =>
  bids.map(({ row }) => row).filter(({ fid }) => fids.some((one) => one === fid));

test('a bid says how many of its instances run, start and are being preempted', () => {
  const going = contextOf(
    consoleWith({
      bids,
      instances: [
        instance('i-1', { bid: 'runs', status: 'STATUS_PREEMPTING' }),
        instance('i-2', { bid: 'runs', status: 'STATUS_PREEMPTING' }),
        instance('i-3', { bid: 'runs', status: 'STATUS_STARTING' }),
      ],
    }),
  );
  expect(pauseImpact(rows('runs'), going).lines[0]?.text).toMatch(/^runs {2}0 running, 2 preempting, 1 starting/);
  expect(pauseImpact(rows('runs'), going).sentence).toMatch(/^pause runs, 3 instances \(2 preempting\) stop \(/);
  expect(pauseImpact(rows('runs'), context).lines[0]?.text).toBe('runs  2 running, 1 starting  $4.00/h');
  expect(pauseImpact(rows('waits'), context).lines[0]?.text).toBe('waits  0 running');
});

/** What `x` asks for bids. */
function askedToCancel(of: readonly Bid[], now: Context) {
  const effect = bidActions.actions.find(({ id }) => id === 'cancel-bid')?.effect;
  if (effect?.kind !== 'destroy') throw new Error('x cancels bids.');
  return effect.ask(of, now);
}

test('the question of x says how many instances of a bid are being preempted, and counts them among those that stop', () => {
  const going = contextOf(
    consoleWith({
      bids,
      instances: [
        instance('i-1', { bid: 'runs', status: 'STATUS_PREEMPTING' }),
        instance('i-2', { bid: 'runs', status: 'STATUS_PREEMPTING' }),
        instance('i-3', { bid: 'runs', status: 'STATUS_STARTING' }),
      ],
    }),
  );
  const { lines, typed } = askedToCancel(rows('runs'), going);
  expect(lines.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^runs {2}\S+ {2}0 running, 2 preempting, 1 starting$/),
    '3 instances will stop.',
    'This cannot be undone.',
  ]);
  expect(typed).toBeNull();
});

test('of 20 bids of which each is being preempted the questions of p and x say so for each one that they list', () => {
  const many = Array.from({ length: 20 }, (_, n) => bid(`bid-${n}`, { status: 'Preempting', limit_price: '$2.00' }));
  const now = contextOf(
    consoleWith({
      bids: many,
      instances: many.flatMap(({ row: { fid } }) =>
        ['a', 'b'].map((one) => instance(`${fid}-${one}`, { bid: fid, status: 'STATUS_PREEMPTING' })),
      ),
    }),
  );
  const all = many.map(({ row }) => row);
  const pausing = pauseImpact(all, now);
  const cancelling = askedToCancel(all, now);
  const own = /^bid-\d+ {2}.*\b0 running, 2 preempting\b/;
  const ofEach = ({ lines }: { readonly lines: readonly { readonly text: string }[] }): number =>
    lines.filter(({ text }) => own.test(text)).length;
  expect([ofEach(pausing), pausing.lines[12]?.text, ofEach(cancelling)]).toEqual([12, 'and 8 more', 20]);
  expect(pausing.sentence).toMatch(/^pause 20 bids, 40 instances \(40 preempting\) stop \(\$[\d.]+\/h\)$/);
  expect(cancelling).toMatchObject({ title: 'Cancel 20 bids', typed: '20' });
  expect(cancelling.lines[20]?.text).toBe('40 instances will stop.');
});

test('a price above a thousand has one spelling on screen, however the service writes it', () => {
  const spelled = bid('big', { status: 'Paused', limit_price: '$1204.00', instance_quantity: 1 });
  const now = contextOf(consoleWith({ bids: [spelled] }));
  expect(resumeImpact([spelled.row], now)).toMatchObject({
    sentence: 'resume big, it can cost up to $1,204.00/h more',
    lines: [{ text: 'big  $1,204.00 × 1' }, { text: 'It can cost up to $1,204.00/h more.' }],
  });
});

describe('the pause dialog names the work that stops', () => {
  test.each([
    [['runs'], 1, 'pause runs, 3 instances stop ($4.00/h)'],
    [['waits'], 0, 'pause waits'],
    [['rests', 'waits'], 0, 'pause 2 bids'],
    [['runs', 'waits'], 1, 'pause 2 bids, 1 of them runs: 3 instances stop ($4.00/h)'],
    // It is allocated, and the list of instances is behind.
    [['fresh'], 1, 'pause fresh, what runs on it stops'],
  ])('%j', (fids, affected, sentence) => {
    expect(pauseImpact(rows(...fids), context)).toMatchObject({ affected, sentence });
  });
});

describe('the resume dialog names the cost that begins', () => {
  test.each([
    [['rests'], 1, 'resume rests, it can cost up to $10.00/h more'],
    [['waits'], 1, 'resume waits, it can cost up to 2 × €1.00 = €2.00/h more'],
    [['runs'], 1, 'resume runs, it can cost up to $2.00/h more'],
    [['waits', 'rests'], 2, 'resume 2 bids, they can cost up to €2.00 + $10.00/h more'],
  ])('%j', (fids, affected, sentence) => {
    expect(resumeImpact(rows(...fids), context)).toMatchObject({ affected, sentence });
  });

  test('resuming a bid with all its instances running starts nothing', () => {
    const full = bid('full', { instance_quantity: 1 });
    const now = contextOf(consoleWith({ bids: [full], instances: [instance('i', { bid: 'full' })] }));
    expect(resumeImpact([full.row], now)).toMatchObject({ affected: 0, sentence: 'resume full' });
  });
});
