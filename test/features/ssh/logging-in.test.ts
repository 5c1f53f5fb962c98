import { describe, expect, test } from 'vitest';
import { sessionEnded, sessionOpened } from '../../../src/features/ssh/open-sessions.ts';
import type { Session } from '../../../src/features/ssh/sessions.ts';
import { HELD_MS } from '../../../src/screen/keymap/key-to-write.ts';
import { preemptingAlert } from '../../../src/store/alerts.ts';
import { paneFocused, rowSelected } from '../../../src/store/panes/cursor.ts';
import { UNANSWERABLE_MS } from '../../../src/store/question.ts';
import { type ConsoleState, withList } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { asking, bids } from '../../screen/keymap/asking.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole, withEnded } from '../../store/made.ts';
import { asked, calm, gone, preempting } from '../../store/preempting-bids.ts';

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

test('a login with a question open lets the question go', async () => {
  const here = instance('a-1', { bid: 'a', ssh_destination: 'ubuntu@node-1.market.example' });
  const at = asking(rowSelected(consoleWith({ bids, instances: [here] }), 'bids', 'a'));
  at.key('p');
  await at.clock.pass(UNANSWERABLE_MS);
  at.key('s');
  expect([at.left.logins.length, at.state().tapQuestion]).toEqual([1, null]);
  at.key('p');
  await at.clock.pass(HELD_MS);
  expect(at.written()).toEqual([]);
});

const start = consoleWith({ bids: [bid('a')] });

function withSession(endedAt: number | null): ConsoleState {
  const session: Session = {
    fid: 's',
    about: 'i-1',
    instance: 'i',
    destination: 'h',
    startedAt: NOON,
    endedAt,
    ended: endedAt === null ? null : 'logged out',
  };
  const list = { ...start.lists.sessions, rows: new Map([['s', { row: session, raw: '{}' }]]) };
  return withList(start, 'sessions', list);
}

describe('quitting', () => {
  test('an open SSH session needs a confirmation; y quits, Esc stays', async () => {
    const operator = operatorAt(withSession(null));
    await operator.press('q');
    expect(operator.state().dialogs).toEqual([{ kind: 'quit', why: 'An SSH session is open.' }]);
    await operator.press('Esc');
    expect([operator.left.quits, operator.top()]).toEqual([0, null]);
    await operator.press('q', 'y');
    expect(operator.left.quits).toBe(1);
  });

  test('a session that has ended needs no confirmation', async () => {
    const operator = operatorAt(withSession(NOON));
    await operator.press('q');
    expect(operator.left.quits).toBe(1);
  });
});

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
