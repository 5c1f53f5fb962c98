import { describeError } from '../../lib/os-error.ts';
import { textBufferOf, textIn } from '../../lib/text-buffer.ts';
import { toWidth, wrapped } from '../../lib/width.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update, withRemote } from '../../store/controller.ts';
import type { DialogState, SettingsStep, ShownSetting } from '../../store/dialog-state.ts';
import { dialogChanged, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { refusedWithoutService } from '../../store/read-only.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import { closes, type Dialog, MOST_TYPED } from './dialog.ts';
import { blankLine, type DialogLine, fieldLine, textLine, textLines } from './line.ts';

type Own = DialogState<'settings'>;

/** Those whose name or help has each word of the search. */
function found({ all, search }: Pick<Own, 'all' | 'search'>): readonly ShownSetting[] {
  const words = search.toLowerCase().split(/\s+/);
  return all.filter(({ key, help }) => words.every((word) => `${key} ${help}`.toLowerCase().includes(word)));
}

const selected = (own: Own): ShownSetting | undefined => found(own)[own.at];

const changed = (change: (own: Own) => Own) => transition((state) => dialogChanged(state, 'settings', change));

const stepTaken = (step: SettingsStep) => changed((own) => ({ ...own, step }));

/** In the list, or among the values of a setting. */
const moves = (by: number) =>
  changed((own) => {
    const { at, step } = own;
    if (step.kind !== 'choosing') return { ...own, at: within(at + by, found(own).length) };
    const choice = within(step.choice + by, choicesFor(selected(own)).length);
    return { ...own, step: { ...step, choice } };
  });

const within = (at: number, length: number): number => Math.max(0, Math.min(at, length - 1));

/** `typed`: the text for the file; empty for the default. */
function choicesFor(setting: ShownSetting | undefined): readonly { readonly label: string; readonly typed: string }[] {
  const { choices = [], written = null } = setting ?? {};
  return [
    ...choices.map((choice) => ({ label: choice, typed: choice })),
    ...(written === null ? [] : [{ label: 'the default: not in the file', typed: '' }]),
  ];
}

async function openSettings(controller: Controller): Promise<void> {
  const { remote } = controller;
  if (remote === null) return;
  try {
    const all = await remote.settings();
    update(controller, (state) =>
      dialogOpened(state, { kind: 'settings', all, search: '', at: 0, step: { kind: 'list' } }),
    );
  } catch (error) {
    update(controller, (state) => showNotice(state, `No settings: ${describeError(error)}`, 'bad'));
  }
}

/** Or says how else to change the setting. */
function beginChange(controller: Controller): void {
  const top = topDialog(controller.store.getState());
  const setting = top?.kind === 'settings' ? selected(top) : undefined;
  if (setting === undefined) return;
  const { elsewhere, choices, value, written } = setting;
  if (elsewhere !== null) update(controller, (state) => showNotice(state, elsewhere, 'warn'));
  else if (choices.length > 0)
    stepTaken({ kind: 'choosing', choice: Math.max(0, choices.indexOf(written ?? value)), wrong: null })(controller);
  else stepTaken({ kind: 'typing', editor: textBufferOf(written ?? ''), wrong: null })(controller);
}

/** A refused entry stays and says why. */
async function saveSetting(controller: Controller): Promise<void> {
  const top = topDialog(controller.store.getState());
  const { remote } = controller;
  if (top?.kind !== 'settings' || remote === null) return;
  const { step } = top;
  const setting = selected(top);
  if (setting === undefined || step.kind === 'list' || step.kind === 'searching' || step.kind === 'saving') return;
  const typed = step.kind === 'typing' ? textIn(step.editor).trim() : choicesFor(setting)[step.choice]?.typed;
  if (typed === undefined) return;
  if (typed === (setting.written ?? '')) {
    stepTaken({ kind: 'list' })(controller);
    return;
  }
  stepTaken({ kind: 'saving' })(controller);
  try {
    const all = await remote.changeSetting(setting.key, typed);
    changed((own) => ({ ...own, all, step: { kind: 'list' } }))(controller);
    const what = typed === '' ? `${setting.key} is no longer in the config file.` : `${setting.key} is saved.`;
    update(controller, (state) => showNotice(state, `${what} ${whenCounts(setting)}`));
  } catch (error) {
    stepTaken({ ...step, wrong: describeError(error) })(controller);
  }
}

const whenCounts = ({ live, stronger }: ShownSetting): string =>
  stronger !== null
    ? `${stronger} is stronger than the file.`
    : live
      ? 'A change counts at once.'
      : 'A change counts from the next start.';

const listBindings: readonly Binding[] = [
  { id: 'change-setting', keys: ['Enter'], label: 'Change the setting', hint: 'change', run: beginChange },
  {
    id: 'search-settings',
    keys: ['/'],
    label: 'Search settings',
    hint: 'search',
    run: changed((own) => ({ ...own, step: { kind: 'searching', editor: textBufferOf(own.search) } })),
  },
  ...scrollBindings('settings', moves),
  { ...closes('settings', ['Esc', 'q'], 'Back'), hint: 'back' },
];

const searchBindings: readonly Binding[] = [
  {
    id: 'settings-found',
    keys: ['Enter'],
    label: 'To those that were found',
    hint: 'go to them',
    run: stepTaken({ kind: 'list' }),
  },
  ...scrollBindings('settings-found', moves, { letters: false }),
  {
    id: 'all-settings',
    keys: ['Esc'],
    label: 'All settings',
    hint: 'all',
    run: changed((own) => ({ ...own, search: '', at: 0, step: { kind: 'list' } })),
  },
];

const save: Binding = {
  id: 'save-setting',
  keys: ['Enter'],
  label: 'Save it to the config file',
  hint: 'save',
  run: (controller) => void saveSetting(controller),
};
const leave = (id: string, keys: readonly string[], label = 'Back, and change nothing'): Binding => ({
  id,
  keys,
  label,
  hint: 'back',
  run: stepTaken({ kind: 'list' }),
});

const KEY_WIDTH = 22;
const FROM_WIDTH = 12;
/** Two lines of help, one of when a change counts, a blank one. */
const FIXED = 4;

function listLines(own: Own, width: number, cut: string): readonly DialogLine[] {
  const setting = selected(own);
  if (setting === undefined) return textLines(`No setting has "${own.search}" in its name or help.`, width, 'warn');
  const shown = found(own);
  const [first = '', ...rest] = wrapped(setting.help, width);
  const valueWidth = Math.max(8, width - KEY_WIDTH - FROM_WIDTH - 2);
  return [
    textLine(first),
    textLine(toWidth(rest.join(' '), width, 'left', cut)),
    textLine(toWidth(setting.elsewhere ?? whenCounts(setting), width, 'left', cut), toneOf(setting)),
    blankLine,
    ...shown.flatMap((each, n): readonly DialogLine[] => [
      ...(n > 0 && !each.common && shown[n - 1]?.common === true ? [textLine('More', 'strong')] : []),
      {
        kind: 'text',
        cursor: n === own.at,
        segments: [
          { text: ` ${toWidth(each.key, KEY_WIDTH, 'left', cut)}` },
          { text: toWidth(each.value, valueWidth, 'left', cut), tone: each.from === 'default' ? 'dim' : 'strong' },
          { text: ` ${each.from}`, tone: each.stronger === null ? 'dim' : 'warn' },
        ],
      },
    ]),
  ];
}

const toneOf = ({ stronger }: ShownSetting): 'dim' | 'warn' => (stronger === null ? 'dim' : 'warn');

function entryLines(own: Own, width: number): readonly DialogLine[] {
  const setting = selected(own);
  if (setting === undefined) return [];
  const { step } = own;
  const { help, allowed, value, from } = setting;
  return [
    ...textLines(help, width),
    ...textLines(`Allowed: ${allowed}.`, width, 'dim'),
    ...textLines(`Now ${value}, from ${from === 'default' ? 'its default' : `the ${from}`}.`, width, 'dim'),
    ...textLines(whenCounts(setting), width, toneOf(setting)),
    blankLine,
    ...(step.kind === 'typing' ? [fieldLine('Value ', step.editor), textLine('Empty: its default.', 'dim')] : []),
    ...(step.kind === 'choosing'
      ? choicesFor(setting).map(
          ({ label }, n): DialogLine => ({
            kind: 'text',
            cursor: n === step.choice,
            segments: [{ text: ` ${label}` }],
          }),
        )
      : []),
    ...(step.kind === 'saving' ? [textLine('Saving', 'busy')] : []),
    ...('wrong' in step && step.wrong !== null ? textLines(step.wrong, width, 'bad') : []),
  ];
}

/** Each setting with its value and source; Enter changes it. */
export const settings: Dialog<'settings'> = {
  kind: 'settings',
  openFrom: {
    id: 'settings',
    keys: [],
    label: 'Settings: values, where they are from, and change them',
    names: ['settings', 'config'],
    searchWords: ['preferences', 'options', 'configuration', 'setup', 'keybindings'],
    scope: 'everywhere',
    disabled: (state) => refusedWithoutService(state, 'it has no settings.'),
    run: (controller) => withRemote(controller, () => void openSettings(controller)),
  },
  title: (_, own) =>
    own.step.kind === 'list' || own.step.kind === 'searching' ? 'Settings' : `Settings: ${selected(own)?.key ?? ''}`,
  lines: ({ glyphs }: ConsoleState, own, { width }) =>
    own.step.kind === 'searching'
      ? [fieldLine('/ ', own.step.editor), ...listLines(own, width, glyphs.cut)]
      : own.step.kind === 'list'
        ? listLines(own, width, glyphs.cut)
        : entryLines(own, width),
  box: ({ step }) => ({
    width: 'whole',
    fixed: step.kind === 'list' ? FIXED : step.kind === 'searching' ? FIXED + 1 : 0,
  }),
  textField: {
    text: ({ step }) =>
      step.kind === 'typing' || step.kind === 'searching'
        ? { editor: step.editor, lines: 'one', most: MOST_TYPED.value }
        : null,
    typed: (own, editor) => {
      const { step } = own;
      if (step.kind === 'searching') return { ...own, search: textIn(editor), at: 0, step: { ...step, editor } };
      return step.kind === 'typing' ? { ...own, step: { ...step, editor, wrong: null } } : own;
    },
  },
  page: () => null,
  awaitsAnswer: ({ step }) => step.kind === 'saving',
  helpTitle: 'Settings',
  bindings: listBindings,
  steps: [
    {
      when: ({ step }) => step.kind === 'searching',
      helpTitle: 'Searching settings',
      bindings: searchBindings,
    },
    {
      when: ({ step }) => step.kind === 'choosing',
      helpTitle: 'Choosing a value',
      bindings: [save, ...scrollBindings('setting', moves), leave('leave-choice', ['Esc', 'q'])],
    },
    {
      when: ({ step }) => step.kind === 'typing',
      helpTitle: 'Typing a value',
      bindings: [save, leave('leave-value', ['Esc'])],
    },
    {
      when: ({ step }) => step.kind === 'saving',
      helpTitle: 'While a setting is saved',
      bindings: [leave('leave-saving', ['Esc'], 'Back; it is saved all the same')],
    },
  ],
};
