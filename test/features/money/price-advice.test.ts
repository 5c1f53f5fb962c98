import { describe, expect, test } from 'vitest';
import type { BidRecords } from '../../../src/features/money/bid-record.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { dialogOf } from '../../../src/screen/dialogs/screen.ts';
import { activeBindings } from '../../../src/screen/keymap/active-bindings.ts';
import { rowSelected, shownMarked } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { textsOf } from '../../screen/ink/seen.ts';
import { openForm as form, type Operator, operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { recordsKnown } from './known.ts';
import { recordsOf, standing, steadyBids, steadyRecords, suggested } from './made-records.ts';

const lists = consoleWith({
  bids: [bid('a', { limit_price: '$11.30' }), bid('b'), bid('dear', { limit_price: '$100.00' })],
});
const start = (records: BidRecords | null = steadyRecords): ConsoleState =>
  rowSelected(recordsKnown(lists, records), 'bids', 'a');

const WIDE = { width: 150, height: 17 };

/** The lines of the form below its limit price, without the help, in a room. */
function below(operator: Operator, room = WIDE): readonly string[] {
  const lines = textsOf(dialogOf(operator.state(), form(operator)).lines(operator.state(), form(operator), room)).map(
    (line) => line.trim(),
  );
  return lines.filter((line) => /7 days|Not enough|Reading|recording|iffer/.test(line));
}

const price = (operator: Operator): string | undefined => form(operator).values.text['price'];
const hints = (operator: Operator): readonly (string | null)[] =>
  activeBindings(operator.state()).flatMap(({ id, hint }) => (id.startsWith('take-price') ? [hint ?? null] : []));

const KNOWN = 'Last 7 days: filled from $11.50, waiting at $11.20 (2 bids);';

describe('the limit price of a bid', () => {
  test('says where the price was, and what share of the time a price would have held: of one below all that ran nothing is known', async () => {
    const operator = operatorAt(start());
    await operator.press('e');
    expect(below(operator)).toEqual([`${KNOWN} $11.50 would have held 100 % of the time.`]);
    await operator.type('11.5');
    expect(below(operator)).toEqual([`${KNOWN} $11.50 would have held 100 % of the time.`]);
    await operator.press('Backspace', 'Backspace', 'Backspace', 'Backspace');
    expect(below(operator)).toEqual([`${KNOWN} ${suggested('often')} would have held 100 % of the time.`]);
  });

  test.each([
    [
      'in two lines where there is room',
      { width: 80, height: 30 },
      ['Last 7 days: filled from $11.50, waiting at $11.20 (2 bids);', '$11.50 would have held 100 % of the time.'],
    ],
    ['in one line on 80 columns', { width: 76, height: 16 }, ['$11.50 would have held 100 % of 7 days']],
    ['in one line on 40 columns', { width: 36, height: 6 }, ['$11.50 held 100 % of 7 days']],
  ])('says it %s, and no number of it is cut', async (_, room, expected) => {
    const operator = operatorAt(start());
    await operator.press('e');
    const texts = textsOf(dialogOf(operator.state(), form(operator)).lines(operator.state(), form(operator), room));
    expect(texts.map((text) => text.trim()).filter((text) => /held|7 days/.test(text))).toEqual(expected);
  });

  test('Ctrl-o and Ctrl-t put in the price that would have held 90 % and 99 %, as if it was typed', async () => {
    const operator = operatorAt(start());
    await operator.press('e');
    expect(hints(operator)).toEqual(['held 90 %', 'held 99 %']);
    await operator.press('Ctrl-o');
    expect([price(operator), form(operator).dirty]).toEqual([suggested('often'), true]);
    await operator.type('1');
    await operator.press('Ctrl-t');
    expect(price(operator)).toBe(suggested('mostly'));
    await operator.press('Ctrl-s');
    expect(form(operator).step).toMatchObject({
      kind: 'review',
      question: {
        effect: {
          review: [
            { field: 'Bid', value: 'a' },
            { field: 'Limit price', value: `$11.30 → ${suggested('mostly')}` },
          ],
        },
      },
    });
  });

  test('a suggested price that is startling has to be typed again, as one that was typed', async () => {
    const cheap = consoleWith({
      bids: [bid('cheap', { limit_price: '$1.00' })],
    });
    const other = operatorAt(rowSelected(recordsKnown(cheap, steadyRecords), 'bids', 'cheap'));
    await other.press('e', 'Ctrl-o', 'Ctrl-s');
    const { step } = form(other);
    const answer = step.kind === 'review' ? step.question.effect.answer : null;
    expect(answer?.by === 'typed' && answer.retype?.why).toMatch(/\$11\.\d+ is .*\$1\.00/);
  });

  test('with too little seen there is no number, and the keys say why they do nothing', async () => {
    const operator = operatorAt(start(recordsOf([standing('x', 'allocated', 3, { type: '4xa100' })])));
    await operator.press('e');
    expect(below(operator)).toEqual(['Not enough seen yet of 8xh100 in eu-n1.']);
    await operator.press('Ctrl-o');
    expect([price(operator), operator.notice()]).toEqual(['$11.30', 'Not enough seen yet of 8xh100 in eu-n1.']);
    expect(form(operator).dirty).toBe(false);
  });

  test('says that it is still read, and that a price of hours ago is old', async () => {
    const reading = operatorAt(start(null));
    await reading.press('e');
    expect(below(reading)).toEqual(['◐ Reading the prices of the last days…']);
    await reading.press('Ctrl-o');
    expect(reading.notice()).toBe('The prices of the last days are still being read.');
    const old = recordsOf(steadyBids, NOON - 5 * HOUR_MS);
    const operator = operatorAt(start(old));
    await operator.press('e');
    expect(below(operator).join(' ')).toContain('(2 bids, last seen 5h ago)');
  });

  test('of another field, the keys are none', async () => {
    const operator = operatorAt(start());
    await operator.press('e', 'Tab');
    expect(hints(operator)).toEqual([]);
    await operator.press('Ctrl-o');
    expect(price(operator)).toBe('$11.30');
  });
});

describe('a new bid', () => {
  test('says nothing before type and region are chosen; then what is known of them', async () => {
    const operator = operatorAt(start());
    await operator.press('n');
    expect(below(operator)).toEqual([]);
    await operator.type('new\t8xh100\t');
    await operator.press('Shift-Tab', 'Ctrl-u');
    expect(below(operator)).toEqual([]);
    await operator.type('eu-n1\t2\t');
    expect(below(operator)).toEqual([`${KNOWN} ${suggested('often')} would have held 100 % of the time.`]);
    await operator.press('Ctrl-o');
    expect(price(operator)).toBe(suggested('often'));
  });
});

describe('several bids', () => {
  const mixed = consoleWith({ bids: [bid('a'), bid('b', { instance_type: '4xa100' })] });
  const alike = consoleWith({ bids: [bid('a'), bid('b')] });

  test('of one type and region have one suggestion', async () => {
    const operator = operatorAt(shownMarked(recordsKnown(alike, steadyRecords), 'bids'));
    await operator.press('e', 'Ctrl-o');
    expect([price(operator), below(operator).length]).toEqual([suggested('often'), 1]);
  });

  test('of several types have what held for each, and no key puts one price in all', async () => {
    const operator = operatorAt(shownMarked(recordsKnown(mixed, steadyRecords), 'bids'));
    await operator.press('e');
    expect(below(operator)).toEqual([
      `Last 7 days: 8xh100 in eu-n1: ${suggested('often')} held 100 %; 4xa100 in eu-n1: not enough seen yet.`,
    ]);
    expect(below(operator, { width: 42, height: 8 })).toEqual(['Types or regions differ: no one price.']);
    await operator.press('Ctrl-o');
    expect(price(operator) ?? '').toBe('');
    expect(operator.notice()).toBe('Types or regions differ: no one price fits. Mark bids of one type in one region.');
  });
});
