import { HOUR_MS } from '../../lib/duration.ts';
import type { DemoPerson } from './people.ts';

/** What somebody did with a bid of the demo, so many milliseconds before it begins. `percent` is of the base price. */
export type DemoChange = {
  readonly bid: string;
  readonly age: number;
  readonly by: DemoPerson;
} & ({ readonly kind: 'pause' | 'resume' } | { readonly kind: 'limit'; readonly percent: number });

/** Limit prices that bids of the demo were placed with, in percent of the base price; the others had theirs from the start. */
export const PLACED_WITH: Readonly<Record<string, number>> = {
  'train-llama': 140,
  render: 132,
  'finetune-mistral': 125,
  'sweep-a': 106,
};

const pause = (bid: string, hours: number, by: DemoPerson = 'user_demo'): DemoChange => ({
  kind: 'pause',
  bid,
  age: hours * HOUR_MS,
  by,
});
const resume = (bid: string, hours: number): DemoChange => ({ ...pause(bid, hours), kind: 'resume' });
const limit = (bid: string, hours: number, percent: number, by: DemoPerson = 'user_demo'): DemoChange => ({
  kind: 'limit',
  bid,
  age: hours * HOUR_MS,
  by,
  percent,
});

/** Each bid's oldest first. */
export const DEMO_CHANGES: readonly DemoChange[] = [
  // Nobody uses notebooks at night.
  ...[10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].flatMap((day) => [
    pause('notebooks', day * 24 + 15.5),
    resume('notebooks', day * 24 + 5.7),
  ]),
  limit('train-llama', 40, 155),
  pause('render', 15),
  resume('render', 12.5),
  limit('render', 7.2, 145),
  limit('finetune-mistral', 4.4, 140, 'user_jonas'),
  limit('sweep-a', 2.3, 109),
  pause('distill', 4.9, 'user_mara'),
];
