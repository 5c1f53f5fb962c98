import { describe, expect, test } from 'vitest';
import type { RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import { whyNoLonger, whyNotAllowed } from '../../../../src/features/rules/runner/may-act.ts';
import { bid, connected, consoleWith } from '../../../store/made.ts';
import { cents, madeBid } from '../engine/made-view.ts';

/** The bid as the rule saw it when it decided. */
const seen = madeBid('bid_1', { state: 'allocated', limit: cents(250), running: 2 });

const resume: RuleAction = { kind: 'resume', fid: seen.fid, name: seen.name, reason: 'it is seven' };

/** Why the resume is no longer right when the service shows the bid with these members; null when it is. */
const whyNotWith = (more: Readonly<Record<string, unknown>>) =>
  whyNoLonger(
    consoleWith({ bids: [bid('bid_1', { status: 'Allocated', limit_price: '$2.50', ...more })] }),
    resume,
    seen,
  );

describe('between its decision and its write a rule leaves a bid alone', () => {
  test('that has another status now', () => {
    expect(whyNotWith({})).toBe(null);
    expect(whyNotWith({ status: 'Paused' })).toBe('it is now paused');
    expect(whyNotWith({ status: 'Terminated' })).toBe('it is now ended');
  });

  test('whose limit price is another one now', () => {
    expect(whyNotWith({ limit_price: '$2.60' })).toBe('its limit price was changed');
  });

  test('that has left the list', () => {
    expect(whyNoLonger(consoleWith({ bids: [] }), resume, seen)).toBe('it has left the list');
  });
});

test('a rule acts in a production or read-only profile only with allow = true, and never under --read-only', () => {
  const production = { ...connected, production: true };
  expect(whyNotAllowed({ allow: false }, connected)).toBe(null);
  expect(whyNotAllowed({ allow: false }, production)).toMatch(/ is marked as production: give the rule allow = true /);
  expect(whyNotAllowed({ allow: true }, production)).toBe(null);
  expect(whyNotAllowed({ allow: false }, { ...connected, readOnly: true })).toMatch(/ is read-only: /);
  const readOnlyBy = { kind: 'given', name: '--read-only' } as const;
  expect(whyNotAllowed({ allow: true }, { ...connected, readOnly: true, readOnlyBy })).toBe(
    "Rules can't act with --read-only.",
  );
});
