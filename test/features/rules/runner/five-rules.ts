import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { MINUTE_MS } from '../../../../src/lib/duration.ts';

const cents = (count: number) => ({ sign: '$', micros: BigInt(count) * 10_000n });
const by = (text: string) => ({ kind: 'filter', text }) as const;

/** Five rules, one of each kind, over bids that some of them share. */
export function rulesWith(maxWrites: number, maxCost: number): readonly Rule[] {
  const common = { allow: false, maxWrites, maxCost: cents(maxCost) };
  return [
    {
      ...common,
      name: 'hours',
      kind: 'schedule',
      bids: by('train'),
      zone: 'UTC',
      missed: 'catch-up',
      pause: '5,25,45 * * * *',
      resume: '15,35,55 * * * *',
    },
    {
      ...common,
      name: 'climb',
      kind: 'ladder',
      bids: by('climb'),
      waitMs: 2 * MINUTE_MS,
      cap: cents(400),
      step: { kind: 'amount', micros: 250_000n },
      lower: null,
    },
    {
      ...common,
      name: 'wide',
      kind: 'spread',
      like: 'like-this',
      quantity: 1,
      cancelRunning: true,
      places: ['eu-n1', 'us-e1'].map((region) => ({ type: '8xh100', region, limit: cents(300) })),
    },
    { ...common, name: 'lazy', kind: 'idle', bids: by('idle'), afterMs: 5 * MINUTE_MS, maxCost: null },
    {
      ...common,
      name: 'money',
      kind: 'budget',
      perHour: cents(1200),
      perDay: null,
      maxCost: null,
      pause: ['idle', 'climb', 'train'],
      zone: 'UTC',
    },
  ];
}
