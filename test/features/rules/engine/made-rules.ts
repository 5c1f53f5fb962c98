import type { BudgetRule } from '../../../../src/features/rules/kinds/budget.ts';
import type { HeadroomRule } from '../../../../src/features/rules/kinds/headroom.ts';
import type { IdleRule } from '../../../../src/features/rules/kinds/idle.ts';
import type { LadderRule } from '../../../../src/features/rules/kinds/ladder.ts';
import type { ScheduleRule } from '../../../../src/features/rules/kinds/schedule.ts';
import type { SpreadRule } from '../../../../src/features/rules/kinds/spread.ts';
import { MINUTE_MS } from '../../../../src/lib/duration.ts';
import { cents } from './made-view.ts';

/** Caps far above what a test does by the way. */
const common = { allow: false, maxWrites: 1000, maxCost: cents(10_000_000) };

export const by = (text: string) => ({ kind: 'filter', text }) as const;

/** Pauses at eight in the evening, and resumes at seven. */
export const scheduleRule = (more: Partial<ScheduleRule> = {}): ScheduleRule => ({
  ...common,
  name: 'night',
  kind: 'schedule',
  bids: by('train'),
  pause: '0 20 * * *',
  resume: '0 7 * * *',
  zone: 'UTC',
  missed: 'catch-up',
  ...more,
});

/** Raises by $0.50 after each 5 minutes, up to $14. */
export const ladderRule = (more: Partial<LadderRule> = {}): LadderRule => ({
  ...common,
  name: 'climb',
  kind: 'ladder',
  bids: by('train'),
  waitMs: 5 * MINUTE_MS,
  step: { kind: 'amount', micros: 500_000n },
  cap: cents(1400),
  lower: null,
  ...more,
});

/** Keeps 10 % above the price, up to $14, at most each 5 minutes. */
export const headroomRule = (more: Partial<HeadroomRule> = {}): HeadroomRule => ({
  ...common,
  name: 'ahead',
  kind: 'headroom',
  bids: by('train'),
  keep: { kind: 'percent', percent: 10 },
  cap: cents(1400),
  waitMs: 5 * MINUTE_MS,
  mode: 'raise',
  lower: null,
  ...more,
});

export const spreadRule = (more: Partial<SpreadRule> = {}): SpreadRule => ({
  ...common,
  name: 'wide',
  kind: 'spread',
  like: 'train',
  quantity: 2,
  places: ['eu', 'us'].map((region) => ({ type: '8xa100', region, limit: cents(1200) })),
  cancelRunning: false,
  ...more,
});

export const idleRule = (more: Partial<IdleRule> = {}): IdleRule => ({
  ...common,
  name: 'idle',
  kind: 'idle',
  bids: by('train'),
  afterMs: 45 * MINUTE_MS,
  maxCost: null,
  ...more,
});

/** Keeps all running bids below $100 per hour. */
export const budgetRule = (more: Partial<BudgetRule> = {}): BudgetRule => ({
  ...common,
  name: 'budget',
  kind: 'budget',
  perHour: cents(10_000),
  perDay: null,
  pause: ['train'],
  zone: 'UTC',
  maxCost: null,
  ...more,
});
