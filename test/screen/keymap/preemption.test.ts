import { describe, expect, test } from 'vitest';
import { filterTyped } from '../../../src/store/panes/cursor.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { instance, whole } from '../../store/made.ts';
import { asked, calm, preempting } from '../../store/preempting-bids.ts';
import { operatorAt } from '../keys/press-keys.ts';

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
