import { expect, test } from 'vitest';
import type { Transition } from '../../../src/store/controller.ts';
import {
  tokenAccepted,
  tokenAsked,
  tokenKept,
  tokenNotKept,
  tokenRefused,
} from '../../../src/store/dialogs/sign-in.ts';
import { consoleWith } from '../../store/made.ts';
import { type Operator, operatorAt } from '../keys/press-keys.ts';

/** An operator who has typed a token and sent it; the service has not answered yet. */
async function asking() {
  const operator = operatorAt(consoleWith());
  await operator.press(':sign-in');
  await operator.type('token-one');
  await operator.press('Enter');
  const happens = (transition: Transition): void =>
    operator.controller.store.setState(transition(operator.state()), true);
  happens((state) => tokenAsked(state, 0));
  return { operator, happens };
}

/** What the dialog has typed, and which panes' keys have run: `f` freezes, `m` opens machines, `q` quits. */
const seen = (operator: Operator) => ({
  top: operator.top(),
  text: operator.text(),
  frozen: operator.state().frozen !== null,
  quits: operator.left.quits,
});
const QUIET = { top: 'sign-in', frozen: false, quits: 0 };

test('a token that is typed again while the service is asked takes the place of the first, and runs no key', async () => {
  const { operator, happens } = await asking();
  await operator.type('fmq2');
  expect(seen(operator)).toEqual({ ...QUIET, text: 'fmq2' });
  happens((state) => tokenRefused(state, 'The service did not accept the token.'));
  await operator.type('fx');
  expect(seen(operator)).toEqual({ ...QUIET, text: 'fmq2fx' });
  await operator.press('Enter');
  expect(operator.left.tokens).toEqual(['token-one', 'fmq2fx']);
});

test('Enter again for the token that is asked about sends it no second time', async () => {
  const { operator } = await asking();
  await operator.press('Enter');
  expect(operator.left.tokens).toEqual(['token-one']);
});

test('an accepted token closes the dialog when there is nothing to save and nothing was typed since', async () => {
  const { operator, happens } = await asking();
  happens((state) => tokenAccepted(state, { place: null, remark: null }));
  expect([operator.top(), operator.notice()]).toEqual([null, 'Signed in. The token is kept in memory only.']);
});

test('what is typed on after a token was accepted goes nowhere, nor does its Enter', async () => {
  const { operator, happens } = await asking();
  await operator.type('fmq');
  happens((state) => tokenAccepted(state, { place: null, remark: null }));
  await operator.type('fmq');
  expect(seen(operator)).toMatchObject(QUIET);
  await operator.press('Enter');
  expect(seen(operator)).toEqual({ ...QUIET, text: '' });
  expect(operator.left.tokens).toEqual(['token-one']);
  await operator.press('Esc');
  expect(operator.top()).toBeNull();
});

test('an accepted token is saved where the one before was by Enter, which says so; Esc keeps it in memory', async () => {
  const { operator, happens } = await asking();
  happens((state) => tokenAccepted(state, { place: '/home/me/token', remark: null }));
  await operator.press('Enter');
  expect(operator.left.tokens).toEqual(['token-one', 'kept']);
  happens((state) => tokenNotKept(state, 'It was not saved: the disk is full.'));
  expect(operator.top()).toBe('sign-in');
  happens((state) => tokenKept(state, '/home/me/token'));
  expect([operator.top(), operator.notice()]).toEqual([null, 'Signed in. The token is saved in /home/me/token.']);
  const other = await asking();
  other.happens((state) => tokenAccepted(state, { place: '/home/me/token', remark: null }));
  await other.operator.press('Esc');
  expect([other.operator.top(), other.operator.notice()]).toEqual([
    null,
    'Signed in. The token is kept in memory only.',
  ]);
  expect(other.operator.left.tokens).toEqual(['token-one']);
});

test('Esc stops asking', async () => {
  const { operator } = await asking();
  await operator.press('Esc');
  expect([operator.top(), operator.left.tokens]).toEqual([null, ['token-one', 'stopped']]);
});

test('P offers to sign in with another token, first of all when the service refuses the one in use', async () => {
  const operator = operatorAt(consoleWith());
  await operator.press('P');
  await operator.type('sign in');
  await operator.press('Enter');
  expect(operator.top()).toBe('sign-in');
});
