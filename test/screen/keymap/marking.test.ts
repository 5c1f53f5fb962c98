import { describe, expect, test } from 'vitest';
import { filterTyped } from '../../../src/store/panes/cursor.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';
import { asked, calm, preempting } from '../../store/preempting-bids.ts';
import { type Operator, operatorAt } from '../keys/press-keys.ts';

const start = consoleWith({ bids: ['a', 'b', 'c', 'd', 'e'].map((fid) => bid(fid)) });
const marks = (operator: Operator): string => [...operator.state().views.bids.marks].toSorted().join('');

describe('marks', () => {
  test('V begins a range that follows the cursor both ways, V keeps it and marks from before', async () => {
    const operator = operatorAt(start);
    await operator.press('Space', 'j', 'V', 'j', 'j');
    expect(marks(operator)).toBe('acde');
    await operator.press('k');
    expect(marks(operator)).toBe('acd');
    await operator.press('g');
    expect(marks(operator)).toBe('abc');
    await operator.press('V', 'G');
    expect(marks(operator)).toBe('abc');
  });

  test('Esc cancels the range alone, then the marks', async () => {
    const operator = operatorAt(start);
    await operator.press('Space', 'V', 'j', 'Esc');
    expect(marks(operator)).toBe('a');
    await operator.press('j', 'Esc');
    expect(marks(operator)).toBe('');
  });

  test('I inverts the marks of the rows that the filter shows', async () => {
    const operator = operatorAt(start);
    await operator.press('Space', 'Space', ':mark-inverted');
    expect(marks(operator)).toBe('cde');
    await operator.press('/');
    await operator.type('name:=a | name:=c\n');
    await operator.press(':mark-inverted');
    expect(marks(operator)).toBe('ade');
  });
});

test('Ctrl-l redraws the screen wherever the focus is, and changes nothing there', async () => {
  const operator = operatorAt(consoleWith({ bids: [bid('a')] }));
  const ways: readonly (readonly string[])[] = [[], ['/'], ['?'], [':'], ['n'], ['Enter'], ['c']];
  for (const [turn, keys] of ways.entries()) {
    await operator.press(...keys);
    const [top, typed] = [operator.top(), operator.text()];
    await operator.press('Ctrl-l');
    expect([operator.left.redraws, operator.top(), operator.text()], keys.join(' ')).toEqual([turn + 1, top, typed]);
    await operator.press('Esc');
  }
});

test('on a key that types a character the command does not take it from text fields', async () => {
  const operator = operatorAt({ ...consoleWith({ bids: [bid('a')] }), keyOverrides: new Map([['redraw', ['%']]]) });
  await operator.press('%', '/', '%');
  expect([operator.left.redraws, operator.text()]).toEqual([1, '%']);
});

describe('the key for preempted bids', () => {
  test('goes from one such bid to the next, from any pane', async () => {
    const operator = operatorAt(preempting);
    await operator.press('3', '!');
    expect([operator.state().focus, operator.at()]).toEqual(['bids', 'b']);
    await operator.press('!');
    expect(operator.at()).toBe('c');
    await operator.press('!');
    expect(operator.at()).toBe('b');
  });

  test('shows a bid that a filter hides', async () => {
    const operator = operatorAt(filterTyped(preempting, 'bids', 'name:=a'));
    await operator.press('!');
    expect([operator.at(), operator.state().views.bids.filter]).toEqual(['b', '']);
  });

  test('goes to the instances when no bid says that it is being preempted', async () => {
    const lost = whole(instance('b-0', { bid: 'b' }), instance('c-0', { bid: 'c', status: 'STATUS_PREEMPTING' }));
    const operator = operatorAt(rowsArrived(calm, 'instances', lost, asked, NOON));
    await operator.press('!');
    expect([operator.state().focus, operator.at()]).toEqual(['instances', 'c-0']);
  });

  test('shows a notice when there is none', async () => {
    const operator = operatorAt(calm);
    await operator.press('!');
    expect(operator.notice()).toBe('No bid or instance is being preempted.');
  });

  test('goes to where the limit can be raised', async () => {
    const operator = operatorAt(preempting);
    await operator.press('!', 'e');
    expect(operator.top()).toBe('form');
  });
});
