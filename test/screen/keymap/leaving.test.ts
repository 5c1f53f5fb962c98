import { describe, expect, test } from 'vitest';
import { pauseBid } from '../../../src/resources/bids/writes.ts';
import { secretText } from '../../../src/resources/write.ts';
import { quitWhenAnswered } from '../../../src/screen/dialogs/quit.ts';
import { dialogOf } from '../../../src/screen/dialogs/screen.ts';
import { update } from '../../../src/store/controller.ts';
import { dialogOpened, topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { profileSwitched } from '../../../src/store/transitions.ts';
import { writeSent, writeSettled } from '../../../src/store/writes/pending-writes.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { operatorAt, type World } from '../keys/press-keys.ts';

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

describe('quitting', () => {
  test.each(['q', 'Ctrl-c'])('%s ends the console at once when nothing would be lost', async (key) => {
    const operator = operatorAt(start);
    await operator.press(key);
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

function dialogLines(state: ConsoleState): string {
  const top = topDialog(state);
  const lines = top === undefined ? [] : dialogOf(state, top).lines(state, top, { width: 80, height: 20 });
  return JSON.stringify(lines);
}

describe('quitting while a change is sent', () => {
  const pausing = writeSent(start, 1, pauseBid(bid('a').row), NOON);

  test('says what is waited for, and ends once it is answered', async () => {
    const operator = operatorAt(pausing);
    const stop = quitWhenAnswered(operator.controller);
    await operator.press('q');
    expect([operator.left.quits, operator.top()]).toEqual([0, 'leaving']);
    expect(dialogLines(operator.state())).toContain('Waiting for the answer to: Pause a (sent 0s ago).');
    expect(dialogLines(operator.state())).toContain('Ctrl-c leaves it unknown');
    update(operator.controller, (state) => writeSettled(state, 1));
    expect([operator.left.quits, operator.top()]).toEqual([1, null]);
    stop();
  });

  test('a second Ctrl-c quits at once; Esc stays, and an answer then ends nothing', async () => {
    const operator = operatorAt(pausing);
    const stop = quitWhenAnswered(operator.controller);
    await operator.press('q', 'Esc');
    update(operator.controller, (state) => writeSettled(state, 1));
    expect(operator.left.quits).toBe(0);
    update(operator.controller, (state) => writeSent(state, 2, pauseBid(bid('a').row), NOON));
    await operator.press('Ctrl-c', 'Ctrl-c');
    expect(operator.left.quits).toBe(1);
    stop();
  });

  test('a change of another profile is waited for too', async () => {
    const operator = operatorAt(profileSwitched(pausing, { ...pausing.connected, profile: 'lab' }));
    await operator.press('q');
    expect([operator.left.quits, operator.top()]).toEqual([0, 'leaving']);
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
  test('T without text shows what is missing', async () => {
    const operator = operatorAt(start);
    await operator.press(':sign-in', 'Enter');
    expect(operator.state().dialogs[0]).toMatchObject({ step: { wrong: expect.stringMatching(/type .*\.$/i) } });
    expect(operator.left.tokens).toEqual([]);
  });

  test('a typed project is switched to', async () => {
    const operator = operatorAt(start);
    await operator.press('P');
    await operator.type('proj_other\n');
    expect(operator.left.projects).toEqual(['proj_other']);
  });
});
