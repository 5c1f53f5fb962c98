import { describe, expect, test } from 'vitest';
import { clickHeader } from '../../screen/keymap/clicks.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, shownFids } from '../../store/made.ts';
import { idleSince, MINUTE, withMachines } from './reader/read-machines.ts';

const start = consoleWith({
  bids: [bid('a'), bid('b', { status: 'Preempting' })],
  instances: [instance('i-1', { bid: 'a' })],
});

describe('a click on the header', () => {
  test('on the idle machines shows them among the instances, as the palette does', async () => {
    const idle = withMachines(start, { 'i-1': idleSince(NOON - 12 * MINUTE) });
    const operator = operatorAt(idle);
    clickHeader(operator, 'idle');
    expect(operator.state().focus).toBe('instances');
    expect(operator.state().views.instances.filter).toBe('idle>10m');
    expect(shownFids(operator.state(), 'instances')).toEqual(['i-1']);
    const other = operatorAt(idle);
    await other.press(':', ...'idle', 'Enter');
    expect(other.state().views.instances.filter).toBe('idle>10m');
  });

  test('the palette says why it shows no idle machine', async () => {
    const operator = operatorAt(start);
    await operator.press(':', ...'idle', 'Enter');
    expect(operator.state().notice?.text).toBe('Machines are not read, so none is known to be idle.');
  });
});
