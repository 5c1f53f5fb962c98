import { describe, expect, test } from 'vitest';
import { rowsArrived } from '../../src/state/lists/transitions.ts';
import { filterTyped, paneFocused } from '../../src/state/panes/cursor.ts';
import { askedBy, type Operator, operatorAt } from '../keys/press-keys.ts';
import { NOON } from '../state/hand-clock.ts';
import { bid, consoleWith, instance, volume, whole } from '../state/made.ts';

const bids = [bid('a'), bid('b'), bid('o', { status: 'Open', limit_price: '$1.00' })];
const instances = [instance('i-1', { bid: 'a' }), instance('i-2', { bid: 'a' }), instance('i-3', { bid: 'b' })];
const start = consoleWith({ bids, instances, volumes: [volume('data')] });

const sent = async (person: Operator): Promise<readonly unknown[]> =>
  Promise.all(person.left.sent.flatMap(({ writes }) => writes).map(askedBy));
const pausing = (bid_fid: string) => ['updateBid', { params: { bid_fid }, body: { paused: true } }];

describe('the second tap', () => {
  test.each(['p', 'y'])('%s does it', async (key) => {
    const person = operatorAt(start);
    await person.press('p', key);
    expect(await sent(person)).toEqual([pausing('a')]);
    expect(person.state().armed).toBeNull();
  });

  test.each(['Esc', 'j', 'Tab', 'r', 'Enter', 'z', 'a', ':'])('%s lets it go', async (key) => {
    const person = operatorAt(start);
    await person.press('p', key);
    expect(person.state().armed?.sentence ?? '').not.toContain('pause');
    expect(person.left.sent).toEqual([]);
  });

  test('Esc leaves marks and filter as they are', async () => {
    const person = operatorAt(filterTyped(start, 'bids', 'a'));
    await person.press('*', 'p', 'Esc');
    expect(person.state().views.bids).toMatchObject({ filter: 'a', marks: new Set(['a', 'b']) });
  });

  test('is for the row under the cursor again after a move', async () => {
    const person = operatorAt(start);
    await person.press('p');
    expect(person.state().armed).not.toBeNull();
    await person.press('Down', 'p');
    expect(person.state().armed?.sentence).toContain('pause b');
  });

  test('is asked again when what was agreed to means something else by now', async () => {
    const person = operatorAt(start);
    await person.press('p');
    expect(person.state().armed?.sentence).toBe('pause a, 2 running instances stop ($5.00/h)');
    const more = whole(...instances, instance('i-4', { bid: 'a' }));
    person.desk.store.setState(rowsArrived(person.state(), 'instances', more, { at: NOON, sequence: 1 }, NOON), true);
    await person.press('p');
    expect(person.left.sent).toEqual([]);
    expect(person.state().armed?.sentence).toBe('pause a, 3 running instances stop ($7.50/h)');
    await person.press('p');
    expect(await sent(person)).toEqual([pausing('a')]);
  });

  test('is for the bid that was asked about, though another has its place by now', async () => {
    const person = operatorAt(start);
    await person.press('p');
    const rows = whole(bid('0-new', { limit_price: '$99.00' }), ...bids);
    person.desk.store.setState(rowsArrived(person.state(), 'bids', rows, { at: NOON, sequence: 1 }, NOON), true);
    await person.press('p');
    expect(await sent(person)).toEqual([pausing('a')]);
  });

  test('of a bid that is gone by then does nothing but say so', async () => {
    const person = operatorAt(start);
    await person.press('p');
    person.desk.store.setState(
      rowsArrived(person.state(), 'bids', whole(bid('b')), { at: NOON, sequence: 1 }, NOON),
      true,
    );
    await person.press('p');
    expect(person.left.sent).toEqual([]);
    expect(person.told()).toBe('a is gone.');
  });
});

describe('keys that come together', () => {
  test.each([
    ['pp', null],
    ['py', null],
    ['xy', 'confirm'],
    ['xyz', 'confirm'],
    ['please', 'form'],
  ])('%s may ask, and answers nothing', async (keys, top) => {
    const person = operatorAt(start);
    await person.burst(...keys);
    expect(person.left.sent).toEqual([]);
    expect(person.left.submitted).toEqual([]);
    expect(person.top()).toBe(top);
  });

  test('one of them does not even pause a bid that nothing runs on', async () => {
    const person = operatorAt(start);
    await person.burst('G', 'p');
    expect(person.left.sent).toEqual([]);
    expect(person.state().armed?.sentence).toBe('pause o');
    await person.press('p');
    expect(await sent(person)).toEqual([pausing('o')]);
  });

  test('a key by itself that came too soon is no answer either, and says so in a dialog', async () => {
    const person = operatorAt(start);
    await person.press('x');
    await person.burst('y');
    expect(person.told()).toBe('y came too soon, or together with other keys, so nothing was done. Press it again.');
    expect(person.left.sent).toEqual([]);
    await person.press('y');
    expect(person.left.sent).toHaveLength(1);
  });

  test('a name typed with its Enter deletes nothing until Enter is pressed by itself', async () => {
    const person = operatorAt(paneFocused(start, 'volumes'));
    await person.press('x');
    await person.burst('d', 'a', 't', 'a', 'Enter');
    expect(person.left.sent).toEqual([]);
    expect(person.text()).toBe('data');
    await person.press('Enter');
    expect(person.left.sent).toHaveLength(1);
  });

  test('movement, filter and form text stay whole', async () => {
    const person = operatorAt(start);
    await person.burst('j', 'j');
    expect(person.at()).toBe('o');
    await person.burst('/', 'b', 'Enter', 'e', 'Ctrl-u', '3', '.', '5');
    expect(person.text()).toBe('3.5');
  });
});

describe('marked rows that a filter hides', () => {
  const marked = async (): Promise<Operator> => {
    const person = operatorAt(start);
    await person.press('*');
    person.desk.store.setState(filterTyped(person.state(), 'bids', 'name:=o'), true);
    return person;
  };

  test('are said, also where nothing runs, and are left out', async () => {
    const person = await marked();
    await person.press('p');
    expect(person.state().armed).toMatchObject({ sentence: 'pause o', hidden: { hidden: 2, marked: 3 } });
    await person.press('p');
    expect(await sent(person)).toEqual([pausing('o')]);
  });

  test('are included by *, and the question is about all of them', async () => {
    const person = await marked();
    await person.press('p', '*');
    expect(person.state().armed).toMatchObject({
      sentence: 'pause 3 bids, 2 of them run: 3 running instances stop ($7.50/h)',
      hidden: null,
    });
    await person.press('p');
    expect(await sent(person)).toEqual([pausing('a'), pausing('b'), pausing('o')]);
  });

  test('are said and included in a dialog too', async () => {
    const person = await marked();
    await person.press('x');
    expect(JSON.stringify(person.state().dialogs)).toContain(
      '2 of 3 marked are hidden by the filter and left out; * includes all.',
    );
    await person.press('*');
    expect(person.state().dialogs).toMatchObject([{ confirmation: { title: 'Cancel 3 bids', typed: '3' } }]);
  });
});

test('at "Sending…" Esc says that what was sent can not be called back, and leaves the form open', async () => {
  const person = operatorAt(start);
  await person.press('e');
  await person.type('2.4');
  await person.press('Ctrl-s');
  await person.press('Enter');
  expect(person.left.submitted).toHaveLength(1);
  await person.press('Esc');
  expect(person.told()).toContain("It was sent already, and Esc can't call it back.");
  expect(person.top()).toBe('form');
});
