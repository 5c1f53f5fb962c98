import { describe, expect, test } from 'vitest';
import { sessionEnded, sessionOpened } from '../../../src/features/ssh/sessions-state.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith, instance, withEnded } from '../../store/made.ts';

const on = (ssh_destination: string | null, readOnly = false) =>
  operatorAt(
    paneFocused(
      consoleWith({ instances: [instance('i-1', { name: 'train-0', ssh_destination })], readOnly }),
      'instances',
    ),
  );

describe('s logs in to the instance under the cursor', () => {
  test.each([
    ['ubuntu@10.0.0.7:2222', ['-p', '2222', '--', 'ubuntu@10.0.0.7']],
    ['gpu-7.market.example', ['--', 'gpu-7.market.example']],
    ['[fd00::7]', ['--', 'fd00::7']],
  ])('at %s', async (destination, args) => {
    const operator = on(destination);
    await operator.press('s');
    expect(operator.left.logins).toEqual([{ fid: 'i-1', instance: 'train-0', destination, args }]);
  });

  test.each([
    [null, 'train-0 has no address yet.'],
    ['', 'train-0 has no address yet.'],
    ['-oProxyCommand=reboot', 'is not a plain user, host and port, so nothing is started.'],
    ['host; reboot', 'is not a plain user, host and port, so nothing is started.'],
    ['ubuntu@203.0.113.7', 'nobody answers there.'],
  ])('and starts nothing for %j, but says why', async (destination, why) => {
    const operator = on(destination);
    await operator.press('s');
    expect(operator.left.logins).toEqual([]);
    expect(operator.notice()).toContain(why);
  });

  test.each([
    ['STATUS_TERMINATED', 'train-0 is terminated, so it has no address.'],
    ['STATUS_PREEMPTED', 'train-0 is preempted, so it has no address.'],
    ['STATUS_PAUSED', 'train-0 is paused, so it has no address.'],
    ['STATUS_STARTING', 'train-0 has no address yet.'],
  ])('and says of an instance without an address that is %s: %s', async (status, why) => {
    const ended = consoleWith({ instances: [instance('i-1', { name: 'train-0', status, ssh_destination: null })] });
    const operator = operatorAt(withEnded(paneFocused(ended, 'instances')));
    await operator.press('s');
    expect(operator.notice()).toBe(why);
  });

  test('works in a read-only console too: it changes nothing at the service', async () => {
    const operator = on('10.0.0.7', true);
    await operator.press('s');
    expect(operator.left.logins).toHaveLength(1);
  });
});

describe('a session is listed while it is open and afterwards', () => {
  const session = {
    fid: 's',
    about: 'i-1',
    instance: 'train-0',
    destination: 'h',
    startedAt: NOON,
    endedAt: null,
    ended: null,
  };
  const open = sessionOpened(consoleWith(), session);

  test('an ended session shows how and after how long it ended', async () => {
    const over = sessionEnded(open, 's', 'code 0', NOON + 90_000, open.lists);
    expect(over.notice?.text).toBe('Back from train-0 after 1m: code 0.');
    expect(over.lists.sessions.rows.get('s')?.row).toMatchObject({ endedAt: NOON + 90_000, ended: 'code 0' });
    const operator = operatorAt(over);
    await operator.press('q');
    expect(operator.left.quits).toBe(1);
  });

  test('the end of a session is reported once', () => {
    const over = sessionEnded(open, 's', 'code 0', NOON + 90_000, open.lists);
    expect(sessionEnded(over, 's', 'code 1', NOON + 95_000, open.lists)).toBe(over);
  });
});
