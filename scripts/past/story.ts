import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/duration.ts';
import { DEMO_CHANGES, PLACED_WITH } from '../../src/market/world/demo-changes.ts';
import { DEMO_BIDS, type DemoBid } from '../../src/market/world/demo-data.ts';
import type { DemoPerson } from '../../src/market/world/people.ts';

/** Length of the simulated past, in milliseconds. */
export const PAST_MS = 14 * DAY_MS;

/** What the operator of the story does with a bid, or what happens to its price. */
export type Change =
  | { readonly kind: 'place' | 'cancel' | 'pause' | 'resume' }
  /** A new limit price, as a share of the base price in percent. */
  | { readonly kind: 'limit'; readonly percent: number }
  /** Others pay more than the bid's limit price for a time, in milliseconds. */
  | { readonly kind: 'outbid'; readonly ms: number };

/** A change, and how long before the demo begins it is done, in milliseconds; by the operator unless it is said. */
export type Act = Change & { readonly age: number; readonly bid: string; readonly by?: DemoPerson };

/** A bid that has ended before the demo begins: `limit` is what it was placed with, `ended` how long ago it was cancelled. */
type EndedBid = Pick<DemoBid, 'name' | 'kind' | 'region' | 'quantity' | 'limit' | 'age'> & { readonly ended: number };

/** Bids of the weeks before. Those below 120 percent of the base price are outbid now and then, as on the market that follows. */
const ENDED_BIDS: readonly EndedBid[] = [
  { name: 'train-base', kind: '8xh100', region: 'us-central1-a', quantity: 8, limit: 112, age: 14, ended: 3.2 },
  { name: 'sweep-lr', kind: '4xa100', region: 'us-central1-a', quantity: 4, limit: 106, age: 13.6, ended: 0.3 },
  { name: 'eval-week', kind: '1xl40s', region: 'eu-north1-a', quantity: 2, limit: 108, age: 12.5, ended: 0.35 },
  { name: 'batch-index', kind: '8xa100', region: 'eu-west4-a', quantity: 3, limit: 107, age: 11.8, ended: 2.6 },
  { name: 'embed-docs', kind: '8xa100', region: 'us-east1-b', quantity: 4, limit: 108, age: 10.2, ended: 0.06 },
  { name: 'render-preview', kind: '1xl40s', region: 'us-east1-b', quantity: 3, limit: 111, age: 9.3, ended: 1.9 },
  { name: 'rerank', kind: '8xa100', region: 'us-east1-b', quantity: 1, limit: 125, age: 9, ended: 0.05 },
  { name: 'pretrain-small', kind: '8xb200', region: 'us-east1-b', quantity: 2, limit: 116, age: 8.4, ended: 1.7 },
  { name: 'serve-dev', kind: '1xl40s', region: 'eu-north1-a', quantity: 1, limit: 130, age: 8.2, ended: 0.1 },
  { name: 'ablate', kind: '4xa100', region: 'us-central1-a', quantity: 2, limit: 122, age: 7.8, ended: 0.22 },
  { name: 'align-8b', kind: '8xh100', region: 'eu-north1-a', quantity: 2, limit: 124, age: 7.6, ended: 0.4 },
  { name: 'distill-a', kind: '8xa100', region: 'us-central1-a', quantity: 2, limit: 114, age: 7.5, ended: 2.1 },
  { name: 'finetune-qwen', kind: '8xh100', region: 'eu-north1-a', quantity: 4, limit: 108, age: 7.1, ended: 0.55 },
  { name: 'pretrain-trial', kind: '8xb200', region: 'us-east1-b', quantity: 11, limit: 128, age: 4.6, ended: 4.47 },
].map(({ age, ended, ...bid }) => ({ ...bid, age: age * DAY_MS, ended: ended * DAY_MS }) as EndedBid);

const ages = (bid: string, of: readonly (readonly [hours: number, change: Change])[]): readonly Act[] =>
  of.map(([hours, change]) => ({ ...change, bid, age: hours * HOUR_MS }));

const limit = (percent: number): Change => ({ kind: 'limit', percent });
const outbid = (minutes: number): Change => ({ kind: 'outbid', ms: minutes * MINUTE_MS });

/** What is done to these bids beside placing and cancelling them. */
const DEEDS: readonly Act[] = [
  ...ages('train-base', [
    [310, outbid(46)],
    [306, limit(121)],
    [170, outbid(9)],
    [169.5, limit(126)],
  ]),
  ...ages('batch-index', [
    [240, outbid(130)],
    [150, outbid(35)],
    [149, limit(112)],
  ]),
  ...ages('sweep-lr', [
    [158, outbid(400)],
    [111, outbid(520)],
    [63, outbid(380)],
    [17, outbid(190)],
  ]),
  ...ages('embed-docs', [
    [150, outbid(330)],
    [122, outbid(290)],
    [76, outbid(480)],
    [52, outbid(310)],
    [29, outbid(250)],
    [6.4, outbid(27)],
    [3.1, outbid(12)],
    [2.8, limit(114)],
  ]),
  ...ages('finetune-qwen', [
    [140, outbid(420)],
    [90, outbid(560)],
    [38, outbid(310)],
    [14.5, limit(116)],
  ]),
  ...ages('eval-week', [
    [146, outbid(390)],
    [96, outbid(460)],
    [49, outbid(370)],
  ]),
  ...DEMO_CHANGES,
  { kind: 'cancel', bid: 'eval-old', age: MINUTE_MS },
  { kind: 'outbid', bid: 'batch-embed', age: 90_000, ms: 150_000 },
];

/** A bid of the story, with the price that it is placed with. */
export type StoryBid = Pick<DemoBid, 'name' | 'kind' | 'region' | 'quantity' | 'limit' | 'age'>;

/** All bids of the story by name, those that the demo begins with too. */
export const storyBids: ReadonlyMap<string, StoryBid> = new Map(
  [...ENDED_BIDS, ...DEMO_BIDS].map((bid) => [bid.name, { ...bid, limit: PLACED_WITH[bid.name] ?? bid.limit }]),
);

/** What is done in the story, oldest first. */
export const story: readonly Act[] = [
  ...ENDED_BIDS.flatMap(({ name, age, ended }): readonly Act[] => [
    { kind: 'place', bid: name, age },
    { kind: 'cancel', bid: name, age: ended },
  ]),
  // What the demo begins with a moment ago, it begins with.
  ...DEMO_BIDS.filter(({ age }) => age >= MINUTE_MS).map(({ name, age }): Act => ({ kind: 'place', bid: name, age })),
  ...DEEDS,
].toSorted((one, other) => other.age - one.age);
