import { expect, test } from 'vitest';
import type { BidRecords, BidSteps } from '../../../src/features/money/bid-record.ts';
import { pricesSeen, printedPrices } from '../../../src/features/money/commands/price.ts';
import { adviceForPairs } from '../../../src/features/money/prices/advice.ts';
import { suggestedPrice } from '../../../src/features/money/prices/pane.ts';
import { pairPriceOf, pairPricesOf, priceRows } from '../../../src/features/money/prices/rows.ts';
import type { LadderRule } from '../../../src/features/rules/kinds/ladder.ts';
import { adviceFor } from '../../../src/features/why/advice.ts';
import { helpText } from '../../../src/features/why/words.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import { formatMoney } from '../../../src/lib/money.ts';
import { pairOf } from '../../../src/resources/context.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { recordsKnown } from '../money/known.ts';
import { recordsOf, standing, steadyBids } from '../money/made-records.ts';
import { madeBid } from '../rules/engine/made-view.ts';
import { runRule } from '../rules/engine/run-rule.ts';

const PAIR = { type: '8xh100', region: 'eu-n1' };

const climb: LadderRule = {
  name: 'climb',
  kind: 'ladder',
  allow: false,
  maxWrites: 100,
  maxCost: { sign: '$', micros: 10n ** 12n },
  bids: { kind: 'filter', text: 'asked' },
  waitMs: 5 * MINUTE_MS,
  step: { kind: 'held' },
  cap: { sign: '$', micros: 10n ** 9n },
  lower: null,
};

/** A bid that had its instances for eight days at a limit price and lost them some time before noon. */
function lost(dollars: number, before: number): BidSteps {
  const { traits, steps } = standing('asked', 'allocated', dollars);
  const [first] = steps;
  if (first === undefined) throw new Error('a bid without a step');
  const at = NOON - before;
  return { traits, steps: [first, { ...first, at, since: at - 5000, state: 'open', running: 0 }] };
}

/** What each place advises for a waiting bid with a limit price: why, form, pane of prices, command, and rule. */
function advised(records: BidRecords, limit: string) {
  const { row: asked, raw } = bid('asked', { limit_price: limit });
  const state = recordsKnown(consoleWith({ bids: [{ row: asked, raw }] }), records);
  const form = adviceForPairs([pairOf(asked)], limit, contextOf(state));
  const [row] = priceRows(records, pairPricesOf(records));
  const [cells] = printedPrices(pricesSeen(records, 7 * DAY_MS, PAIR, new Map()), contextOf(state)).cells().rows;
  const rule = runRule(climb);
  const waiting = madeBid('asked', { limit: asked.limit_price?.amount ?? null });
  const band = () => pairPriceOf(records, PAIR, '$')?.band ?? null;
  rule.step(NOON - 5 * MINUTE_MS, [waiting], { band });
  const [action] = rule.step(NOON, [waiting], { band }).actions;
  const why = adviceFor(asked, state);
  return {
    why: why === null ? null : formatMoney(why.limit),
    form: form?.values.often ?? null,
    pane: row === undefined ? null : suggestedPrice(row) || null,
    command: cells?.[6] || null,
    rule: action?.kind === 'limit' ? formatMoney({ ...action.limit, text: '' }) : null,
    said: form?.texts[0],
    help:
      why === null
        ? null
        : helpText(
            { kind: 'outbid-or-capacity', since: null, limit: why.limit, runs: null, preempted: null, isEarly: false },
            why,
          ),
  };
}

const all = (limit: string | null) => ({ why: limit, form: limit, pane: limit, command: limit, rule: limit });

test('of a bid that waits, why, form, pane, command and rule name one limit price', () => {
  expect(advised(recordsOf(steadyBids), '$11.20')).toMatchObject({
    ...all('$11.50'),
    help: expect.stringMatching(/^If it is outbid, a limit of \$11\.50 would have held 100 % of the last 7 days; /),
  });
});

test.each([
  ['outbid a minute ago', MINUTE_MS],
  ['outbid for an hour', HOUR_MS],
])(
  'a limit price that held most of the time and was %s is not advised, but the one that is enough now',
  (_, before) => {
    const records = recordsOf([lost(5.45, before), standing('filled', 'allocated', 11.7)]);
    expect(advised(records, '$5.45')).toMatchObject({
      ...all('$11.70'),
      said: expect.stringMatching(/\$5\.45 would have held at least 9\d % of the time, but lost lately\.$/),
      help: expect.stringMatching(/a limit of \$11\.70 would have held 100 % of the last 7 days; /),
    });
  },
);

test('where no higher price is known to be enough, none is advised, and it is said which lost', () => {
  const records = recordsOf([lost(5.45, MINUTE_MS), standing('never', 'open', 1)]);
  expect(advised(records, '$5.45')).toMatchObject(all(null));
  const form = adviceForPairs(
    [{ ...PAIR, sign: '$' }],
    '',
    contextOf(recordsKnown(consoleWith({ bids: [] }), records)),
  );
  expect(form?.why).toBe('8xh100 in eu-n1: $5.45 lost lately, no higher price is known.');
});

test('a limit price that waits where capacity may be the reason is not advised either', () => {
  const records = recordsOf([lost(5.45, HOUR_MS * 3), standing('cheap', 'open', 1)]);
  const { form, pane, rule } = advised(records, '$5.00');
  expect([form, pane, rule]).toEqual([null, null, null]);
});
