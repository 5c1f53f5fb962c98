import fc from 'fast-check';
import type { LadderRule } from '../../../../src/features/rules/kinds/ladder.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { MINUTE_MS } from '../../../../src/lib/duration.ts';
import { breaksOff, page, refuses, resets, resetsAfter, rewritten } from '../../../faults/faults.ts';
import type { Fault } from '../../../faults/wire.ts';
import { ladderRule, scheduleRule, spreadRule } from '../engine/made-rules.ts';
import { cents } from '../engine/made-view.ts';

/** Pauses two minutes after the start. */
const night = scheduleRule({ pause: '2 12 * * *', resume: null });
const places = spreadRule({
  name: 'places',
  like: 'gpu-ci',
  places: [
    { type: '1xl40s.us-east1-b', region: 'us-east1-b', limit: cents(1) },
    { type: '1xl40s.eu-north1-a', region: 'eu-north1-a', limit: cents(2) },
  ],
});
/** Raises a bid by a cent again and again. */
export const climbing = (more: Partial<LadderRule>): LadderRule =>
  ladderRule({ waitMs: MINUTE_MS, step: { kind: 'amount', micros: 10_000n }, cap: cents(100_000), ...more });
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
