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
  test.each(['q', 'Ctrl-c'])('%s ends it at once when nothing would be lost', async (key) => {
    const person = operatorAt(start);
    await person.press(key);
    expect(person.left.quits).toBe(1);
  });

  test('an open SSH session is asked about; y quits all the same, Esc stays', async () => {
    const person = operatorAt(withSession(null));
    await person.press('q');
    expect(person.state().dialogs).toEqual([{ kind: 'quit', why: 'An SSH session is open.' }]);
    await person.press('Esc');
    expect([person.left.quits, person.top()]).toEqual([0, null]);
    await person.press('q', 'y');
    expect(person.left.quits).toBe(1);
  });

  test('a session that has ended is no reason to stay', async () => {
    const person = operatorAt(withSession(NOON));
    await person.press('q');
    expect(person.left.quits).toBe(1);
  });

  test('from a form with something typed Ctrl-C asks, a second one means it', async () => {
    const person = operatorAt(start);
    await person.press('n');
    await person.type('q');
    expect(person.text()).toBe('q');
    await person.press('Ctrl-c');
    expect([person.left.quits, person.top()]).toEqual([0, 'quit']);
    await person.press('Ctrl-c');
    expect(person.left.quits).toBe(1);
  });
});

describe('a secret', () => {
  test('copied but not saved, it is not thrown away by one key', async () => {
    const person = operatorAt(withSecret);
    await person.press('c', 'Esc');
    expect(person.left.copied).toEqual([SECRET]);
    expect(person.top()).toBe('secret');
    await person.press('y');
    expect(person.top()).toBeNull();
  });

  test('saved to the file that is named, it closes with one key and is gone', async () => {
    const person = operatorAt(withSecret);
    await person.press('s');
    expect(person.text()).toBe('~/laptop');
    await person.type('.token\n');
    expect(person.left.saved).toEqual([{ path: '~/laptop.token', text: `${SECRET}\n` }]);
    await person.press('Esc');
    expect(person.top()).toBeNull();
    expect(JSON.stringify(person.state())).not.toContain(SECRET);
  });

  test('when it could not be saved it stays, with the reason and the path to change', async () => {
    const world: World = { save: { ok: false, error: '~/laptop is there already.' } };
    const person = operatorAt(withSecret, world);
    await person.press('s', 'Enter');
    const [top] = person.state().dialogs;
    expect(top).toMatchObject({
      kind: 'secret',
      step: { kind: 'saving', wrong: expect.stringMatching(/^~.laptop is there already. Type another place, or/) },
    });
    expect(person.text()).toBe('~/laptop');
    await person.press('Esc', 'Esc', 'Esc');
    expect(person.top()).toBe('secret');
  });
});

describe('another token or project', () => {
  test('a token that is typed goes to the client and is nowhere in the state', async () => {
    const person = operatorAt(start);
    await person.press('T');
    await person.type('fkey_new\n');
    expect(person.left.tokens).toEqual(['fkey_new']);
    expect(JSON.stringify(person.state())).not.toContain('fkey_new');
  });

  test.each(['T', 'P'])('%s with nothing typed says what is missing', async (key) => {
    const person = operatorAt(start);
    await person.press(key, 'Enter');
    expect(person.state().dialogs[0]).toMatchObject({ wrong: expect.stringMatching(/type .*\.$/i) });
    expect(person.left).toMatchObject({ tokens: [], projects: [] });
  });

  test('a project that is typed is switched to', async () => {
    const person = operatorAt(start);
    await person.press('P');
    await person.type('proj_other\n');
    expect(person.left.projects).toEqual(['proj_other']);
  });
});
