import { describe, expect, test } from 'vitest';
import type { Session } from '../../src/resources/local-rows.ts';
import { secretText } from '../../src/resources/secret.ts';
import { dialogOpened } from '../../src/state/dialogs/dialog-stack.ts';
import { type ConsoleState, withList } from '../../src/state/state.ts';
import { operatorAt, type World } from '../keys/press-keys.ts';
import { NOON } from '../state/hand-clock.ts';
import { bid, consoleWith } from '../state/made.ts';

const start = consoleWith({ bids: [bid('a')] });
const SECRET = 'fkey_Ab3d-very-secret';

const withSecret = dialogOpened(start, {
  kind: 'secret',
  secret: {
    what: 'api-key',
    title: 'The API key laptop',
    name: 'laptop',
    fid: 'k-1',
    value: secretText(SECRET),
    lines: [],
    path: '~/laptop',
  },
  step: { kind: 'shown', message: null, kept: 'not' },
});

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
  test.each(['q', 'Ctrl-c'])('%s ends the console at once when nothing would be lost', async (key) => {
    const operator = operatorAt(start);
    await operator.press(key);
    expect(operator.left.quits).toBe(1);
  });

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

  test('Ctrl-C in a changed form asks, and a second one quits', async () => {
    const operator = operatorAt(start);
    await operator.press('n');
    await operator.type('q');
    expect(operator.text()).toBe('q');
    await operator.press('Ctrl-c');
    expect([operator.left.quits, operator.top()]).toEqual([0, 'quit']);
    await operator.press('Ctrl-c');
    expect(operator.left.quits).toBe(1);
  });
});

describe('a secret', () => {
  test('a secret that was copied but not saved needs a second key to close', async () => {
    const operator = operatorAt(withSecret);
    await operator.press('c', 'Esc');
    expect(operator.left.copied).toEqual([SECRET]);
    expect(operator.top()).toBe('secret');
    await operator.press('y');
    expect(operator.top()).toBeNull();
  });

  test('a secret that was saved to the named file closes with one key and is gone', async () => {
    const operator = operatorAt(withSecret);
    await operator.press('s');
    expect(operator.text()).toBe('~/laptop');
    await operator.type('.token\n');
    expect(operator.left.saved).toEqual([{ path: '~/laptop.token', text: `${SECRET}\n` }]);
    await operator.press('Esc');
    expect(operator.top()).toBeNull();
    expect(JSON.stringify(operator.state())).not.toContain(SECRET);
  });

  test('a secret that could not be saved stays, with the reason and the path to correct', async () => {
    const world: World = { save: { ok: false, error: '~/laptop is there already.' } };
    const operator = operatorAt(withSecret, world);
    await operator.press('s', 'Enter');
    const [top] = operator.state().dialogs;
    expect(top).toMatchObject({
      kind: 'secret',
      step: { kind: 'saving', wrong: expect.stringMatching(/^~.laptop is there already. Type another place, or/) },
    });
    expect(operator.text()).toBe('~/laptop');
    await operator.press('Esc', 'Esc', 'Esc');
    expect(operator.top()).toBe('secret');
  });
});

describe('another token or project', () => {
  test('a typed token goes to the client and is nowhere in the state', async () => {
    const operator = operatorAt(start);
    await operator.press('T');
    await operator.type('fkey_new\n');
    expect(operator.left.tokens).toEqual(['fkey_new']);
    expect(JSON.stringify(operator.state())).not.toContain('fkey_new');
  });

  test.each(['T', 'P'])('%s without text shows what is missing', async (key) => {
    const operator = operatorAt(start);
    await operator.press(key, 'Enter');
    expect(operator.state().dialogs[0]).toMatchObject({ wrong: expect.stringMatching(/type .*\.$/i) });
    expect(operator.left).toMatchObject({ tokens: [], projects: [] });
  });

  test('a typed project is switched to', async () => {
    const operator = operatorAt(start);
    await operator.press('P');
    await operator.type('proj_other\n');
    expect(operator.left.projects).toEqual(['proj_other']);
  });
});
