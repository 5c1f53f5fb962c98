import { describe, expect, test } from 'vitest';
import { preemptingAlert } from '../../../src/store/alerts.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, whole } from '../../store/made.ts';
import { asked, calm, gone, preempting } from '../../store/preempting-bids.ts';

test('the alert of a bid that begins to be preempted names the key that logs in', () => {
  const one = rowsArrived(calm, 'bids', whole(bid('a'), bid('b', gone), bid('c')), asked, NOON);
  expect(preemptingAlert(calm, one)).toBe(
    'b is being preempted. Press ! to go to it; there e raises its limit price and s logs in.',
  );
});

describe('the key for preempted bids', () => {
  test('goes to where the limit can be raised and an instance logged in to', async () => {
    const operator = operatorAt(preempting);
    await operator.press('!', 's');
    expect(operator.left.logins).toMatchObject([{ instance: 'b-1', destination: 'ubuntu@198.18.0.7:22' }]);
    await operator.press('e');
    expect(operator.top()).toBe('form');
  });

  test('a bid without an instance with an address can not be logged in to', async () => {
    const operator = operatorAt(preempting);
    await operator.press('!', '!', 's');
    expect(operator.notice()).toBe('c-0 has no address yet.');
  });
});
