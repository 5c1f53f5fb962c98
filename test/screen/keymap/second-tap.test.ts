import { describe, expect, test } from 'vitest';
import { dialogOf } from '../../../src/screen/dialogs/screen.ts';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import { filterTyped, paneFocused } from '../../../src/store/panes/cursor.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, bidGone, consoleWith, instance, volume, whole } from '../../store/made.ts';
import { askedBy, type Operator, operatorAt } from '../keys/press-keys.ts';

const bids = [bid('a'), bid('b'), bid('o', { status: 'Open', limit_price: '$1.00' })];
const instances = [instance('i-1', { bid: 'a' }), instance('i-2', { bid: 'a' }), instance('i-3', { bid: 'b' })];
const start = consoleWith({ bids, instances, volumes: [volume('data')] });

const sent = async (operator: Operator): Promise<readonly unknown[]> =>
  Promise.all(operator.left.sent.flatMap(({ writes }) => writes).map(askedBy));
const pausing = (bid_fid: string) => ['updateBid', { params: { bid_fid }, body: { paused: true } }];

describe('the second tap', () => {
  test.each(['p', 'y'])('%s confirms', async (key) => {
    const operator = operatorAt(start);
    await operator.press('p', key);
    expect(await sent(operator)).toEqual([pausing('a')]);
    expect(operator.state().tapQuestion).toBeNull();
  });

  test.each(['Esc', 'j', 'Tab', 'r', 'Enter', 'z', 'a', ':'])('%s cancels', async (key) => {
    const operator = operatorAt(start);
    await operator.press('p', key);
    expect(operator.state().tapQuestion?.effect.sentence ?? '').not.toContain('pause');
    expect(operator.left.sent).toEqual([]);
  });

  test('Esc leaves marks and filter as they are', async () => {
    const operator = operatorAt(filterTyped(start, 'bids', 'a'));
    await operator.press('*', 'p', 'Esc');
    expect(operator.state().views.bids).toMatchObject({ filter: 'a', marks: new Set(['a', 'b']) });
  });

  test('after a move the tap applies to the row under the cursor', async () => {
    const operator = operatorAt(start);
    await operator.press('p');
    expect(operator.state().tapQuestion).not.toBeNull();
    await operator.press('Down', 'p');
    expect(operator.state().tapQuestion?.effect.sentence).toContain('pause b');
  });

  test('is asked for again when the confirmed action has changed meanwhile', async () => {
    const operator = operatorAt(start);
    await operator.press('p');
    expect(operator.state().tapQuestion?.effect.sentence).toBe('pause a, 2 running instances stop ($5.00/h)');
    const more = whole(...instances, instance('i-4', { bid: 'a' }));
    operator.controller.store.setState(
      rowsArrived(operator.state(), 'instances', more, { at: NOON, sequence: 1 }, NOON),
      true,
    );
    await operator.press('p');
    expect(operator.left.sent).toEqual([]);
    expect(operator.state().tapQuestion?.effect.sentence).toBe('pause a, 3 running instances stop ($7.50/h)');
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('a')]);
  });

  test('applies to the bid of the first tap, although another row has its position by now', async () => {
    const operator = operatorAt(start);
    await operator.press('p');
    const rows = whole(bid('0-new', { limit_price: '$99.00' }), ...bids);
    operator.controller.store.setState(
      rowsArrived(operator.state(), 'bids', rows, { at: NOON, sequence: 1 }, NOON),
      true,
    );
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('a')]);
  });

  test('on a bid that is gone by then only reports that', async () => {
    const operator = operatorAt(start);
    await operator.press('p');
    operator.controller.store.setState(bidGone(operator.state(), bid('b')), true);
    await operator.press('p');
    expect(operator.left.sent).toEqual([]);
    expect(operator.notice()).toBe('a is gone.');
  });
});

describe('keys that arrive in one read', () => {
  test.each([
    ['pp', null],
    ['py', null],
    ['xy', 'confirm'],
    ['xyz', 'confirm'],
    ['please', 'form'],
  ])('%s may ask, and answers nothing', async (keys, top) => {
    const operator = operatorAt(start);
    await operator.burst(...keys);
    expect(operator.left.sent).toEqual([]);
    expect(operator.left.submitted).toEqual([]);
    expect(operator.top()).toBe(top);
  });

  test('do not even pause a bid without running instances', async () => {
    const operator = operatorAt(start);
    await operator.burst('G', 'p');
    expect(operator.left.sent).toEqual([]);
    expect(operator.state().tapQuestion?.effect.sentence).toBe('pause o');
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('o')]);
  });

  test('a single key that came too soon does not confirm either, and a dialog reports that', async () => {
    const operator = operatorAt(start);
    await operator.press('x');
    await operator.burst('y');
    expect(operator.notice()).toBe(
      'y came too soon, or together with other keys, so nothing was done. Press it again.',
    );
    expect(operator.left.sent).toEqual([]);
    await operator.press('y');
    expect(operator.left.sent).toHaveLength(1);
  });

  test('a name typed with its Enter deletes nothing until Enter is pressed separately', async () => {
    const operator = operatorAt(paneFocused(start, 'volumes'));
    await operator.press('x');
    await operator.burst('d', 'a', 't', 'a', 'Enter');
    expect(operator.left.sent).toEqual([]);
    expect(operator.text()).toBe('data');
    await operator.press('Enter');
    expect(operator.left.sent).toHaveLength(1);
  });

  test('a form typed with all its Enters stops at the review', async () => {
    const operator = operatorAt(start);
    await operator.press('e');
    await operator.burst('2', '7', 'Ctrl-s', 'Enter', 'Enter');
    expect(operator.state().dialogs).toMatchObject([{ kind: 'form', step: { kind: 'review' } }]);
    expect(operator.left.submitted).toEqual([]);
  });

  test('move, filter and fill forms completely', async () => {
    const operator = operatorAt(start);
    await operator.burst('j', 'j');
    expect(operator.at()).toBe('o');
    await operator.burst('/', 'b', 'Enter', 'e', 'Ctrl-u', '3', '.', '5');
    expect(operator.text()).toBe('3.5');
  });
});

describe('marked rows that a filter hides', () => {
  const marked = async (): Promise<Operator> => {
    const operator = operatorAt(start);
    await operator.press('*');
    operator.controller.store.setState(filterTyped(operator.state(), 'bids', 'name:=o'), true);
    return operator;
  };

  test('are reported, also where nothing runs, and are left out', async () => {
    const operator = await marked();
    await operator.press('p');
    expect(operator.state().tapQuestion).toMatchObject({
      effect: { sentence: 'pause o' },
      request: { hidden: { hidden: 2, marked: 3 } },
    });
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('o')]);
  });

  test('are included by *, and the question then covers all of them', async () => {
    const operator = await marked();
    await operator.press('p', '*');
    expect(operator.state().tapQuestion).toMatchObject({
      effect: { sentence: 'pause 3 bids, 2 of them run: 3 running instances stop ($7.50/h)' },
      request: { hidden: null },
    });
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('a'), pausing('b'), pausing('o')]);
  });

  test('are reported and included in a dialog too', async () => {
    const operator = await marked();
    await operator.press('x');
    const top = topDialog(operator.state());
    const lines =
      top === undefined ? [] : dialogOf(operator.state(), top).lines(operator.state(), top, { width: 80, height: 20 });
    expect(JSON.stringify(lines)).toContain('2 of 3 marked are hidden by the filter and left out; * includes all.');
    await operator.press('*');
    expect(operator.state().dialogs).toMatchObject([
      { question: { effect: { title: 'Cancel 3 bids', answer: { expected: '3' } } } },
    ]);
  });
});

test('at "Sending…" Esc reports that a sent write can not be cancelled, and leaves the form open', async () => {
  const operator = operatorAt(start);
  await operator.press('e');
  await operator.type('2.4');
  await operator.press('Ctrl-s');
  await operator.press('Enter');
  expect(operator.left.submitted).toHaveLength(1);
  await operator.press('Esc');
  expect(operator.notice()).toContain("It was sent already, and Esc can't call it back.");
  expect(operator.top()).toBe('form');
});
