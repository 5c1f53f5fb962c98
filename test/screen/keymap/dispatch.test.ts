import { describe, expect, test } from 'vitest';
import { insert, textBufferOf, textIn } from '../../../src/lib/text-buffer.ts';
import { placeBidForm } from '../../../src/resources/bids/place-form.ts';
import type { PaneName } from '../../../src/resources/rows.ts';
import { type Secret, secretText } from '../../../src/resources/write.ts';
import { activeBindings, builtInBindings } from '../../../src/screen/keymap/active-bindings.ts';
import { press } from '../../../src/screen/keymap/key-to-write.ts';
import { textInFocus } from '../../../src/screen/keymap/text-focus.ts';
import type { Binding } from '../../../src/screen/keys/binding.ts';
import type { OpenDialog } from '../../../src/store/dialog-state.ts';
import { dialogClosed, dialogOpened } from '../../../src/store/dialogs/dialog-stack.ts';
import { formOpened } from '../../../src/store/dialogs/form-state.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';
import { madeQuestion, typing } from '../../store/made-question.ts';
import { missingKeys } from '../keys/keys-bound-twice.ts';
import { operatorAt, UNREAD } from '../keys/press-keys.ts';

const full = consoleWith({
  bids: [bid('a'), bid('b')],
  instances: [instance('i-1', { bid: 'a', ssh_destination: 'ubuntu@203.0.113.7' })],
  volumes: [volume('v-1')],
  sshKeys: [sshKey('s-1')],
  apiKeys: [apiKey('k-1')],
});

const form = formOpened(placeBidForm(null, contextOf(full)), contextOf(full));
const secret = {
  what: 'api-key',
  title: '',
  name: '',
  fid: 'k-1',
  value: secretText('x'),
  lines: [],
  path: '~/x',
} satisfies Secret;
const editor = textBufferOf('');

/** Every dialog and each of its steps. */
const overlays: Readonly<Record<string, OpenDialog>> = {
  filter: { kind: 'filter', pane: 'bids', editor, before: '', back: 0, completing: null },
  detail: { kind: 'row-page', pane: 'bids', fid: 'a', tab: 'now', at: 0, views: {} },
  'confirm with y': {
    kind: 'confirm',
    question: madeQuestion({ by: 'key' }),
    impossible: null,
    editor,
    wrong: null,
  },
  'confirm by typing': {
    kind: 'confirm',
    question: madeQuestion(typing('3')),
    impossible: null,
    editor,
    wrong: null,
  },
  palette: { kind: 'palette', editor, at: 0 },
  help: { kind: 'help', editor, at: 0 },
  'copy of a bid': { kind: 'copy', pane: 'bids', fid: 'a' },
  'copy of an instance': { kind: 'copy', pane: 'instances', fid: 'i-1' },
  'copy of an SSH key': { kind: 'copy', pane: 'sshKeys', fid: 's-1' },
  'sign-in': { kind: 'sign-in', editor, step: { kind: 'typing', wrong: null } },
  switch: { kind: 'switch', editor, at: 0, wrong: null },
  quit: { kind: 'quit', why: '' },
  secret: { kind: 'secret', secret, step: { kind: 'shown', message: null, kept: 'not' } },
  'saving a secret': { kind: 'secret', secret, step: { kind: 'saving', editor, wrong: null, kept: 'not' } },
  'leaving a secret': { kind: 'secret', secret, step: { kind: 'leaving', kept: 'not' } },
  'form in the list of types': { ...form, focus: 1, editor, choice: '8xh100' },
  'form in the list of keys': { ...form, focus: 5, editor, choice: 's-1' },
  'leaving a form': { ...form, step: { kind: 'leaving' } },
  'sending a form': { ...form, step: { kind: 'sending', lines: [] } },
  ...Object.fromEntries(
    form.form.fields.map(({ id }, focus) => [`form at ${id}`, { ...form, focus, editor } satisfies OpenDialog]),
  ),
};

const situations: readonly (readonly [string, ConsoleState])[] = [
  ...loadedFeatures.paneNames.map((name) => [`pane ${name}`, paneFocused(full, name)] as const),
  ...Object.entries(overlays).map(([name, dialog]) => [name, dialogOpened(full, dialog)] as const),
];

const keysOf = (bindings: readonly Binding[]): readonly string[] => bindings.flatMap(({ keys }) => keys);
const twice = (keys: readonly string[]): readonly string[] => keys.filter((key, at) => keys.indexOf(key) !== at);

test.each(situations)('%s: no key has two bindings', (_, state) => {
  expect(twice(keysOf(activeBindings(state)))).toEqual([]);
});

test('no two bindings have the same id, so that each can get another key', () => {
  const ids = builtInBindings(loadedFeatures, new Map()).map(({ id, scope }) => `${scope}/${id}`);
  expect(twice(ids)).toEqual([]);
});

describe('the documented keys exist', () => {
  test.each<[PaneName, string]>([
    ['bids', 'n N e p r x i'],
    ['instances', 'i'],
    ['volumes', 'n x'],
    ['sshKeys', 'n'],
    ['apiKeys', 'n x'],
    ['activity', ''],
  ])('in the pane %s', (name, own) => {
    expect(missingKeys(paneFocused(full, name), own)).toEqual([]);
  });
});

describe('a disabled key shows why in one sentence', () => {
  const empty = consoleWith();

  test.each(loadedFeatures.paneNames)('in an empty pane %s', async (name) => {
    const bindings = activeBindings(paneFocused(empty, name)).filter(({ disabled }) => disabled !== undefined);
    for (const { keys, disabled } of bindings) {
      const operator = operatorAt(paneFocused(empty, name));
      const why = disabled?.(operator.state()) ?? null;
      if (why === null) continue;
      const [key] = keys;
      // A command without a key is in the palette, which shows its reason.
      if (key === undefined) continue;
      await operator.press(key);
      expect(operator.notice(), key).toBe(why);
      expect(why).toMatch(/^[^.]+\.$/);
      expect(operator.top()).toBeNull();
      expect(operator.left).toMatchObject({ sent: [], submitted: [], copied: [] });
    }
  });

  test('the notice disappears with the next key that does something', async () => {
    const operator = operatorAt(empty);
    await operator.press('u', 'Tab');
    expect(operator.notice()).toBeNull();
  });
});

describe('keys typed in a text field go to that text only', () => {
  const typing = situations.filter(([, state]) => textInFocus(state) !== null);

  test('there are text fields', () => {
    expect(typing.map(([name]) => name)).toEqual(expect.arrayContaining(['filter', 'palette', 'form at name']));
  });

  test.each(typing)('%s', (_, state) => {
    const [field] = state.dialogs.flatMap((top) => (top.kind === 'form' ? (top.form.fields[top.focus] ?? []) : []));
    const several = field?.kind === 'several';
    const digits = field?.digits === true;
    for (let code = 0x20; code < 0x7f; code += 1) {
      const character = String.fromCharCode(code);
      const name = code === 0x20 ? 'Space' : character;
      if (name === 'Space' && several) continue;
      const operator = operatorAt(state);
      const focus = textInFocus(state);
      if (focus === null) throw new Error('no text has the focus');
      press(operator.controller, { ...UNREAD, name, types: true });
      const taken = digits && !/[\d ]/.test(character) ? focus.editor : insert(focus.editor, character, 'one');
      expect(operator.text(), name).toBe(textIn(taken));
      expect(
        operator.state().dialogs.map(({ kind }) => kind),
        name,
      ).toEqual(state.dialogs.map(({ kind }) => kind));
      expect(operator.state().lists, name).toBe(state.lists);
      expect(operator.left, name).toEqual(operatorAt(state).left);
    }
  });
});

test('Ctrl-C always works: it quits, or asks when something would be lost', async () => {
  for (const [name, state] of situations) {
    const operator = operatorAt(state);
    await operator.press('Ctrl-c');
    expect(operator.left.quits === 1 || operator.top() === 'quit', name).toBe(true);
  }
});

/** A form that waits for its answer. */
const sending = { ...full, dialogs: [{ ...form, step: { kind: 'sending', lines: [] } } as const] };

test('keys that go on with what was typed while a dialog waited for its answer run nothing, until they pause', () => {
  const { controller, left, notice, state } = operatorAt(sending);
  const pressed = (name: string, at: number): void => press(controller, { ...UNREAD, name, types: true, at });
  pressed('v', 0);
  controller.store.setState(dialogClosed(state()), true);
  pressed('v', 900);
  pressed('q', 1800);
  expect([state().preview, left.quits]).toEqual([false, 0]);
  expect(notice()).toBe('q was typed for what has closed: nothing was done.');
  pressed('v', 2800);
  expect(state().preview).toBe(true);
});

test('a key that follows an answer for which nobody typed counts at once', () => {
  const { controller, state } = operatorAt(sending);
  controller.store.setState(dialogClosed(state()), true);
  press(controller, { ...UNREAD, name: 'v', types: true });
  expect(state().preview).toBe(true);
});

describe('a large file that is pasted by mistake is cut with a word', () => {
  const lines = 'a line of a large file\n'.repeat(100_000);

  test.each([':', '?', 'P', '/'])('where %s is typed', async (key) => {
    const operator = operatorAt(full);
    await operator.press(key);
    operator.paste(lines);
    expect(operator.text()?.length).toBeLessThanOrEqual(4096);
    expect(operator.notice()).toMatch(/^At most [\d,]+ characters fit here\. The rest was left out\.$/);
  });

  test('in a form, where a token and a startup script still fit', async () => {
    const operator = operatorAt(full);
    await operator.press('n');
    operator.paste(lines);
    expect(operator.text()).toHaveLength(50_000);
    await operator.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
    operator.paste(lines);
    expect(operator.text()).toHaveLength(1_000_000);
  });
});
