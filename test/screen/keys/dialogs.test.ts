import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textBufferOf } from '../../../src/lib/text-buffer.ts';
import { placeBidForm } from '../../../src/resources/bids/place-form.ts';
import { secretText } from '../../../src/resources/write.ts';
import { dialogOf, screenOf } from '../../../src/screen/dialogs/screen.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { hintLine } from '../../../src/screen/ink/screen-lines.ts';
import { activeBindings } from '../../../src/screen/keymap/active-bindings.ts';
import { keyGroups } from '../../../src/screen/keymap/help.ts';
import type { JournalPort } from '../../../src/store/controller.ts';
import type { DialogKind, DialogState, ShownSetting } from '../../../src/store/dialog-state.ts';
import { dialogOpened } from '../../../src/store/dialogs/dialog-stack.ts';
import { formOpened } from '../../../src/store/dialogs/form-state.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { broughtBy } from '../../brought.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { madeQuestion, typing } from '../../store/made-question.ts';
import { seen } from '../ink/seen.ts';
import type { DialogExamples } from './dialog-examples.ts';
import { keysBoundTwice } from './keys-bound-twice.ts';
import { operatorAt } from './press-keys.ts';

type Brought = {
  readonly dialogs: DialogExamples;
  readonly openedByOthers?: readonly DialogKind[];
  readonly journal?: Partial<JournalPort>;
};
/** What features bring to these tests. */
const brought = await broughtBy<Brought>('dialogs.ts');

const start: ConsoleState = { ...consoleWith({ bids: [bid('a')] }), size: { columns: 160, rows: 45 } };
const editor = textBufferOf('');
const form = formOpened(placeBidForm(null, contextOf(start)), contextOf(start));
const review = { kind: 'review' as const, editor, wrong: null, top: 0 };
const secret = {
  what: 'api-key' as const,
  title: '',
  name: '',
  fid: 'k',
  value: secretText('x'),
  lines: [],
  path: '~/x',
};
const shown: ShownSetting = {
  key: 'theme',
  help: 'Colour theme.',
  allowed: 'dark or light',
  common: true,
  value: 'dark',
  from: 'config file',
  stronger: null,
  written: 'dark',
  choices: ['dark', 'light'],
  elsewhere: null,
  live: true,
};
const confirm = { kind: 'confirm' as const, impossible: null, editor, wrong: null };

const emptyJournal: JournalPort = {
  rowEvents: async () => ({ events: [], knownSince: null }),
  ...Object.assign({}, ...brought.map(({ journal }) => journal)),
};

/** State of every dialog of the kernel, in each of its steps. */
const ofKernel = {
  'first-run': [{ kind: 'first-run', at: 0 }],
  'row-page': [{ kind: 'row-page', pane: 'bids', fid: 'a', tab: 'now', at: 0, views: {} }],
  filter: [{ kind: 'filter', pane: 'bids', editor, before: '', back: 0, completing: null }],
  requests: [{ kind: 'requests', entries: [], part: 'all', at: 0, open: false }],
  form: [
    form,
    { ...form, dirty: true },
    { ...form, step: { ...review, question: madeQuestion({ by: 'key' }) } },
    { ...form, step: { ...review, question: madeQuestion(typing('a')) } },
    { ...form, step: { kind: 'sending', lines: [] } },
    { ...form, step: { kind: 'leaving' } },
  ],
  confirm: [
    { ...confirm, question: madeQuestion({ by: 'key' }) },
    { ...confirm, question: madeQuestion(typing('3')) },
    { ...confirm, question: madeQuestion({ by: 'key' }), impossible: 'It is gone.' },
  ],
  palette: [{ kind: 'palette', editor, at: 0 }],
  help: [{ kind: 'help', editor, at: 0 }],
  columns: [{ kind: 'columns', pane: 'bids', at: 0 }],
  'view-menu': [{ kind: 'view-menu' }],
  sort: [{ kind: 'sort', pane: 'bids' }],
  copy: [{ kind: 'copy', pane: 'bids', fid: 'a' }],
  secret: [
    { kind: 'secret', secret, step: { kind: 'shown', message: null, kept: 'saved' } },
    { kind: 'secret', secret, step: { kind: 'saving', editor, wrong: null, kept: 'not' } },
    { kind: 'secret', secret, step: { kind: 'leaving', kept: 'not' } },
  ],
  switch: [{ kind: 'switch', editor, at: 0, wrong: null }],
  'sign-in': [
    { kind: 'sign-in', editor, step: { kind: 'typing', wrong: null } },
    { kind: 'sign-in', editor, step: { kind: 'asking', since: 0 } },
    { kind: 'sign-in', editor, step: { kind: 'accepted', place: 'a file', remark: null, wrong: null } },
  ],
  settings: [
    { kind: 'settings', all: [shown], search: '', at: 0, step: { kind: 'list' } },
    { kind: 'settings', all: [shown], search: '', at: 0, step: { kind: 'choosing', choice: 0, wrong: null } },
    { kind: 'settings', all: [shown], search: '', at: 0, step: { kind: 'typing', editor, wrong: null } },
    { kind: 'settings', all: [shown], search: '', at: 0, step: { kind: 'saving' } },
    { kind: 'settings', all: [shown], search: '', at: 0, step: { kind: 'searching', editor } },
  ],
  quit: [{ kind: 'quit', why: 'Something would be lost.' }],
  leaving: [{ kind: 'leaving' }],
} satisfies DialogExamples;
const examples: DialogExamples = Object.assign({}, ofKernel, ...brought.map(({ dialogs }) => dialogs));
const examplesOf = (kind: DialogKind): readonly DialogState[] => examples[kind] ?? [];

const { dialogs, ordered: records } = screenOf(start);
const open: readonly (readonly [string, DialogState])[] = records.flatMap(({ kind }) =>
  examplesOf(kind).map((own, n) => [n === 0 ? own.kind : `${own.kind}, example ${n + 1}`, own] as const),
);

describe('a new dialog is one record', () => {
  test('each dialog has an example here, or in the tests of its feature', () => {
    expect(records.filter(({ kind }) => examplesOf(kind).length === 0).map(({ kind }) => kind)).toEqual([]);
  });

  test('each record has its own kind as key', () => {
    expect(Object.entries(dialogs).filter(([kind, record]) => record.kind !== kind)).toEqual([]);
    expect(records.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(dialogs).toSorted());
  });

  test('the help has the keys of each dialog and each of its steps, under their own titles', () => {
    const groups = records.flatMap((dialog) => [dialog, ...(dialog.steps ?? [])]);
    const titles = groups.map(({ helpTitle }) => helpTitle);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { helpTitle, bindings } of groups) {
      const shown = keyGroups(start).find(({ title }) => title === helpTitle);
      expect(
        shown?.lines.map(({ does: effect }) => effect),
        helpTitle,
      ).toEqual(bindings.map(({ label }) => label));
      expect(new Set(bindings.map(({ id }) => id)).size, helpTitle).toBe(bindings.length);
    }
  });

  test.each(records.filter(({ kind, openFrom }) => openFrom !== undefined && kind !== 'palette' && kind !== 'quit'))(
    'the palette finds and opens $kind',
    async ({ kind, openFrom }) => {
      const operator = operatorAt(start, { journal: emptyJournal });
      await operator.press(':');
      await operator.type(openFrom?.label ?? '');
      await operator.press('Enter');
      expect(operator.top()).toBe(kind);
    },
  );

  test('a dialog without a palette entry is opened by an action or another dialog', () => {
    const others = records.filter(({ openFrom }) => openFrom === undefined).map(({ kind }) => kind);
    // A console without a service begins with the first; actions of resources open forms; an action, a form or another dialog
    // opens the rest.
    const ofFeatures = brought.flatMap(({ openedByOthers }) => openedByOthers ?? []);
    expect(others.filter((kind) => kind in ofKernel)).toEqual(['first-run', 'form', 'confirm', 'secret', 'leaving']);
    expect(others.filter((kind) => !(kind in ofKernel)).toSorted()).toEqual(ofFeatures.toSorted());
  });

  test.each(open)('Esc closes %s, goes back a step, quits, or shows why it can not', async (_, own) => {
    const state = dialogOpened(start, own);
    const operator = operatorAt(state);
    await operator.press('Esc');
    if (operator.state().dialogs !== state.dialogs || operator.left.quits > 0) return;
    const reasons = activeBindings(state).flatMap(({ keys, disabled }) =>
      keys.includes('Esc') ? [disabled?.(state) ?? null] : [],
    );
    expect(reasons).toEqual([expect.any(String)]);
    expect(operator.notice()).toBe(reasons[0]);
  });

  test.each(records.filter(({ steps, kind }) => steps === undefined && kind !== 'first-run'))(
    'Esc closes $kind at once',
    async ({ kind }) => {
      const [first] = examplesOf(kind);
      expect(first).toBeDefined();
      const operator = operatorAt(first === undefined ? start : dialogOpened(start, first));
      await operator.press('Esc');
      expect(operator.top()).toBeNull();
    },
  );

  test.each(open)('typed text goes to the text field of %s only', async (_, own) => {
    const state = dialogOpened(start, own);
    const text = dialogOf(state, own).textField?.text(own) ?? null;
    const bound = activeBindings(state).flatMap(({ keys }) => keys);
    for (const key of ['w', 'Q', '7', '~']) {
      const operator = operatorAt(state);
      await operator.press(key);
      if (text !== null) expect(operator.text()).toBe(key);
      else if (!bound.includes(key)) {
        const isMenu = dialogOf(state, own).foot?.closesWithOtherKeys === true;
        expect(operator.top()).toBe(isMenu ? null : own.kind);
        expect(operator.notice()).toMatch(isMenu ? ' is not in the menu; nothing was done.' : ' does nothing here');
      }
    }
  });

  test.each(open)('no key of %s has two meanings at once', (_, own) => {
    expect(keysBoundTwice(activeBindings(dialogOpened(start, own)))).toEqual([]);
  });

  test.each(open.filter(([, own]) => dialogOf(start, own).foot === undefined))(
    'the hints of %s are those of its bindings, on a page before those of every pane',
    (_, own) => {
      const state = dialogOpened(start, own);
      const dialog = dialogOf(start, own);
      const { bindings } = dialog.steps?.find(({ when }) => when(own)) ?? dialog;
      const hints = bindings.flatMap(({ keys: [key], hint, when, disabled }) =>
        hint == null || when?.(state) === false || (disabled?.(state) ?? null) !== null ? [] : [` ${key} ${hint} `],
      );
      const shown = seen(hintLine(state, themeFor('none')));
      if (dialog.page === undefined) expect(shown.trimEnd()).toBe(hints.join('').trimEnd());
      else expect(shown.trimStart()).toContain(hints.slice(0, 1).join('').trim());
    },
  );

  test.each(open)('%s: however narrow the screen is, the hint line says how Esc leaves it', (_, own) => {
    const [narrow, wide] = [60, 300].map((columns) => {
      const state = dialogOpened({ ...start, size: { columns, rows: 45 } }, own);
      return seen(hintLine(state, themeFor('none')));
    });
    const leaves = / Esc [a-z ]+?(?= {2}|$)/.exec(wide?.trimEnd() ?? '')?.[0] ?? '';
    expect(narrow).toContain(leaves);
  });

  test('no code outside the records switches over kinds of dialogs', () => {
    const faults = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('screen/dialogs/'))
      .flatMap((path) => switchesIn(readFileSync(join('src', path), 'utf8')).map((on) => `${path} switches on ${on}`));
    // Effects of actions, two of which open a dialog of the same name.
    expect(faults).toEqual(['screen/keymap/resource-bindings.ts switches on effect.kind']);
  });
});

/** Finds the expressions of `switch` in a source text with a kind of dialog among the cases. */
function switchesIn(source: string): readonly string[] {
  return source.split(/\bswitch \(/).flatMap((part, n) => {
    const cases = [...part.matchAll(/\bcase '([^']+)'/g)].map(([, name = '']) => name);
    return n > 0 && cases.some((name) => name in dialogs) ? [part.slice(0, part.indexOf(')'))] : [];
  });
}
