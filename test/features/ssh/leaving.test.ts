import { describe, expect, test } from 'vitest';
import type { Session } from '../../../src/features/ssh/session-row.ts';
import { type ConsoleState, withList } from '../../../src/store/state.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';

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
