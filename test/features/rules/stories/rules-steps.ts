import fc from 'fast-check';
import type { ScheduleRule } from '../../../../src/features/rules/kinds/schedule.ts';
import type { SpreadRule } from '../../../../src/features/rules/kinds/spread/spread-rule.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { breaksOff, page, refuses, resets, resetsAfter, rewritten } from '../../../faults/faults.ts';
import type { Fault } from '../../../faults/wire.ts';

export const dollars = (count: number) => ({ sign: '$', micros: BigInt(Math.round(count * 1_000_000)) });
export const common = { allow: false, maxWrites: 1000, maxCost: dollars(100_000) };
/** Pauses two minutes after the start. */
const night: ScheduleRule = {
  ...common,
  name: 'night',
  kind: 'schedule',
  bids: { kind: 'filter', text: 'train' },
  pause: '2 12 * * *',
  resume: null,
  zone: 'UTC',
  missed: 'catch-up',
};
const places: SpreadRule = {
  ...common,
  name: 'places',
  kind: 'spread',
  like: 'gpu-ci',
  quantity: 2,
  cancelRunning: false,
  places: [
    { type: '1xl40s.us-east1-b', region: 'us-east1-b', limit: dollars(0.01) },
    { type: '1xl40s.eu-north1-a', region: 'eu-north1-a', limit: dollars(0.02) },
  ],
};
export const RULES: readonly Rule[] = [night, places];

/** Faults of a write: before the service has it, or of its answer alone. */
export const BEFORE: Readonly<Record<string, Fault>> = {
  '500': refuses(500, 'no'),
  '429': refuses(429, 'no', { 'retry-after': '7' }),
  '409': refuses(409, 'no'),
  page: page(502, 'Bad Gateway'),
  resets,
};
export const AFTER: Readonly<Record<string, Fault>> = {
  '500': refuses(500, 'no'),
  breaksOff,
  resetsAfter,
  truncated: rewritten((text) => text.slice(0, Math.ceil(text.length / 2)) || '{'),
  resets,
};
/** What happens to the programs that run the rules, to the wire, to the clock, or by the operator. */
export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('time'), seconds: fc.integer({ min: 1, max: 90 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('kill', 'kill-at-write', 'kill-after-write', 'freeze', 'beside') }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('before'), fault: fc.constantFrom(...Object.keys(BEFORE)) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('after'), fault: fc.constantFrom(...Object.keys(AFTER)) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('late', 'reads-fail', 'calm', 'hold', 'go-on') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('jump'), hours: fc.integer({ min: 1, max: 60 }) }) },
);

export const isWrite = ({ method }: { readonly method: string }): boolean => method !== 'GET';
