import { describe, expect, test } from 'vitest';
import type { BidRecord } from '../../../src/features/money/bid-record.ts';
import { budgetPerDay, budgetPerMonth } from '../../../src/features/money/settings.ts';
import { budgetsChecked, spendBudgetsOf } from '../../../src/features/money/spend-budgets.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { parsePrice } from '../../../src/lib/money.ts';
import { leastIn } from '../../../src/lib/sum.ts';
import { NO_VALUES } from '../../../src/lib/typed-key.ts';
import { headerTexts } from '../../../src/store/header-line.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { openTestJournal } from '../../journal/open.ts';
import { HERE } from '../../journal/scope.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith } from '../../store/made.ts';
import { moneyFrom } from './known.ts';
import { readingConsole } from './reading-console.ts';

/** The record of one bid at $10.00 per hour, observed for some time before a moment. */
function record(hours: number, until = NOON, sign = '$'): BidRecord {
  const from = until - hours * HOUR_MS;
  const limit = { sign, micros: 10_000_000n };
  return {
    project: HERE.project,
    bids: [
      {
        traits: { bid: 'a', name: 'a', type: '8xh100', region: 'eu-n1' },
        steps: [{ at: from, since: from, state: 'allocated', limit, quantity: 1, running: 1 }],
      },
    ],
    observed: [{ from, to: until }],
  };
}

function withBudgets(day: string | null, month: string | null, ...records: readonly BidRecord[]): ConsoleState {
  const state = consoleWith();
  const ofDay = budgetPerDay.put(NO_VALUES, day === null ? null : parsePrice(day));
  const own = budgetPerMonth.put(ofDay, month === null ? null : parsePrice(month));
  const money = records.length === 0 ? null : moneyFrom({ records, readAt: NOON });
  return { ...state, connected: { ...state.connected, own }, money };
}

const badges = (state: ConsoleState, length: 'short' | 'long' = 'long') =>
  headerTexts(state)
    .badges[length].map(({ text, tone }) => `${text.trim()} ${tone ?? ''}`)
    .join(', ');

describe('the header warns of the budgets per day and per month', () => {
  test('from 80 % on, in red when over, at both lengths', () => {
    expect(badges(withBudgets('$26', null, record(2)))).toBe('');
    expect(badges(withBudgets('$25', null, record(2)))).toBe('▲ DAY BUDGET 80 % warn');
    expect(badges(withBudgets('$20', '$19.99', record(2)))).toBe('▲ DAY BUDGET 100 % warn, ▲ MONTH BUDGET 100 % bad');
    expect(badges(withBudgets('$20', '$19.99', record(2)), 'short')).toBe('DAY 100% warn, MONTH 100% bad');
  });

  test('the day is today, the month has all its days, and both leave out the month before', () => {
    const used = spendBudgetsOf(withBudgets('$1,000', '$10,000', record(24 * 30)));
    // From midnight in the time zone of this machine, at most 24 hours; November has 19 days before.
    expect(used.map(({ time }) => time)).toEqual(['day', 'month']);
    const [day, month] = used.map(({ cost }) => Number(leastIn(cost, '$').micros) / 10_000_000);
    const midnight = new Date(NOON).setHours(0, 0, 0, 0);
    expect(day).toBe((NOON - midnight) / HOUR_MS);
    expect(month).toBe((NOON - new Date(midnight).setDate(1)) / HOUR_MS);
  });

  test('costs of another currency do not count, and nothing is claimed before the journal was read', () => {
    expect(badges(withBudgets('$1', null, record(2, NOON, '€')))).toBe('');
    expect(badges(withBudgets('$1', '$1'))).toBe('');
  });
});

test('a notice tells once that a budget comes to 80 %, and once that it is over', () => {
  const steps = [7.9, 8, 8.1, 10, 10.1, 10.2].map((hours) => withBudgets(null, '$100', record(hours)));
  const notices = steps.slice(1).map((after, n) => budgetsChecked(steps[n] ?? after, after).notice);
  expect(notices.map((notice) => notice?.text.split('.')[0] ?? null)).toEqual([
    'This month: 80 % of the budget of $100',
    null,
    null,
    'This month: 101 % of the budget of $100',
    null,
  ]);
  expect(notices[0]?.text).toBe(
    'This month: 80 % of the budget of $100.00 per month, $80.00 at most. Press $ to see what it went to.',
  );
  expect(notices.map((notice) => notice?.tone ?? null)).toEqual(['warn', null, null, 'bad', null]);
});

describe('the journal is asked for the budgets', () => {
  const reading = (state: ConsoleState) =>
    readingConsole(
      openTestJournal(':memory:', () => NOON),
      state,
    );

  test('not at all without a budget', async () => {
    const console = reading(withBudgets(null, null));
    await console.passes(60_000);
    expect(console.questions).toEqual([]);
  });

  test('once, then every half minute; $ asks at once', async () => {
    const console = reading(withBudgets('$1', null));
    for (let n = 0; n < 31; n++) await console.passes(1000);
    expect(console.questions).toHaveLength(2);
    console.change((state) => ({ ...state, dialogs: [{ kind: 'money', tab: 'Now', top: 0 }] }));
    await console.reads();
    expect(console.questions).toHaveLength(3);
    for (let n = 0; n < 5; n++) await console.passes(1000);
    expect(console.questions).toHaveLength(4);
  });
});
