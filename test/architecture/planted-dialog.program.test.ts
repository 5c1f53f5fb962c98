import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { node } from '../driver/built.ts';
import { closeAfterTest } from '../driver/console.ts';
import { openTerminal } from '../driver/terminal.ts';
import { featureLines, type PlantedCopy, plant } from './planted-copy.ts';

const index = `
import type { Feature } from '../../command/feature.ts';

/** Notes of the operator: %. */
export const notes = {
  name: 'notes',
  panes: async () => (await import('./panes.ts')).notePanes,
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
`;

const panes = `
import type { PaneParts } from '../../resources/panes.ts';
import type { OwnWork } from '../../resources/resource.ts';

/** Sends a note to a bid. */
export const sendNote: OwnWork = { needs: 'service' };

export const notePanes: PaneParts<object> = {
  additions: {
    bids: {
      actions: {
        before: 'bid-instances',
        add: [{ id: 'bid-note', key: 'B', label: 'Send a note', hint: null, effect: { kind: 'work', work: sendNote } }],
      },
    },
  },
};
`;

const question = `
import { showNotice } from '../../store/activity.ts';
import { update } from '../../store/controller.ts';
import type { Answer } from '../../store/question.ts';
import type { QuestionRecord } from '../../store/questions/record.ts';

declare module '../../store/question.ts' {
  interface Requests {
    /** Keeping a note. */
    readonly 'keep-note': { readonly text: string };
  }
}

const answerTo = (text: string): Answer =>
  text === 'typed' ? { by: 'typed', expected: 'keep', retype: null } : { by: text === 'tap' ? 'tap' : 'key' };

/** Keeps a note: asks by a second tap, by a key or for a word, as the note says. */
export const keepNote: QuestionRecord<'keep-note'> = {
  now: (_, { text }) => ({
    ok: true,
    value: {
      sentence: \`keep the note \${text}\`,
      title: \`Keep the note \${text}\`,
      lines: [{ text: 'It is kept for ever.' }],
      review: [],
      rows: [],
      writes: [],
      answer: answerTo(text),
      leftOut: null,
      reads: [],
    },
  }),
  carryOut: (controller, { text }) => update(controller, (state) => showNotice(state, \`Kept by \${text}.\`)),
};
`;

const screen = `
import { type Dialog, closes } from '../../screen/dialogs/dialog.ts';
import { textLine } from '../../screen/dialogs/line.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { transition } from '../../screen/keys/binding.ts';
import { showNotice } from '../../store/activity.ts';
import { update } from '../../store/controller.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { ask } from '../../store/questions/ask.ts';
import { sendNote } from './panes.ts';
import { keepNote } from './question.ts';

declare module '../../store/dialog-state.ts' {
  interface DialogStates {
    /** A note. */
    readonly note: { readonly text: string };
  }
}

const note: Dialog<'note'> = {
  kind: 'note',
  openFrom: {
    id: 'note',
    keys: ['%'],
    label: 'Note: what to remember',
    hint: null,
    scope: 'everywhere',
    run: transition((state) => dialogOpened(state, { kind: 'note', text: 'nothing yet' })),
  },
  title: () => 'Note',
  lines: (_, { text }) => [textLine(\`To remember: \${text}\`)],
  helpTitle: 'Note of the operator',
  bindings: [
    {
      id: 'note-shout',
      keys: ['s'],
      label: 'Shout it',
      hint: 'shout',
      run: transition((state) => showNotice(state, 'SHOUTED')),
    },
    closes('note', ['Esc'], 'Back'),
  ],
};

export const screen = {
  dialogs: { note },
  questions: { 'keep-note': keepNote },
  works: [
    [sendNote, (controller, fid) => update(controller, (state) => showNotice(state, \`Sent to \${fid === null ? 'nobody' : 'a bid'}.\`))],
  ],
  paletteCommands: [
    {
      words: 'note',
      does: 'remember something',
      searchWords: ['remember'],
      run: (text) => transition((state) => dialogOpened(state, { kind: 'note', text })),
    },
    {
      words: 'keep',
      does: 'keep a note',
      searchWords: ['remember'],
      run: (text) => (controller) => ask(controller, { kind: 'keep-note', text }, 'y'),
    },
  ],
} satisfies ScreenParts;
`;

/** A copy of the project with one more feature: a dialog, a question and an action with their keys, and typed commands of the palette. */
let planted: PlantedCopy;

beforeAll(async () => {
  const files = { 'index.ts': index, 'panes.ts': panes, 'question.ts': question, 'screen.ts': screen };
  const inFolder = Object.entries(files).map(([name, text]) => [`src/features/notes/${name}`, text]);
  planted = await plant(Object.fromEntries(inFolder), featureLines('notes'));
  return planted.remove;
});

/** Opens the planted program on the demo fleet, with more words. */
async function open(...words: readonly string[]) {
  const args = [planted.program, 'demo', '--db', ':memory:', '--seed', '7', '--speed', '0', ...words];
  const console = openTerminal({ command: node, args, columns: 160, rows: 45, env: {} });
  closeAfterTest(console);
  await console.seeLoaded('14 bids', { timeout: 20_000 });
  return console;
}

test('the types of an added dialog and question fit without any other change, and the line in the list is demanded', async () => {
  await planted.checkTypes();
  expect(await planted.typesWithout('.with(notes)')).toMatch(/Property 'note' is missing/);
  const screenFile = 'src/features/notes/screen.ts';
  expect(await planted.typesWithout("questions: { 'keep-note': keepNote },", screenFile)).toMatch(
    /Property '"keep-note"' is missing/,
  );
});

test('an added dialog has its key, hints and a place in the help, and an added command of the palette takes a text', async () => {
  const console = await open();
  console.press('%');
  await console.see('To remember: nothing yet');
  await console.see(/s shout +Esc close/);
  console.press('s');
  await console.see('SHOUTED');
  console.press('Esc');
  console.type('?shout');
  await console.see('Note of the operator');
  await console.see(/s +Shout it/);
  console.press('Esc');
  console.type(':remem');
  await console.see(/note NAME +remember something/);
  console.press('Esc');
  console.type(':note call home');
  await console.see(/note call home +remember something/);
  console.press('Enter');
  await console.see('To remember: call home');
});

test('an added dialog is in the tables of the docs, after those of the kernel', async () => {
  await planted.script('scripts/docs.ts');
  const page = readFileSync(join(planted.folder, 'docs/keys.md'), 'utf8');
  const titles = [...page.matchAll(/^- \*\*(.*?)\*\*<br>/gm)].map(([, title]) => title);
  const [request, note, mouse] = ['Request log', 'Note of the operator', 'Mouse'].map((title) => titles.indexOf(title));
  expect(request).toBeGreaterThan(0);
  expect(note).toBeGreaterThan(request ?? 0);
  expect(mouse).toBe(titles.length - 1);
});

test('an added question is asked by a second tap, by a key, or for a typed text', async () => {
  const console = await open();
  console.type(':keep tap\r');
  await console.see(/y.*keep the note tap/);
  await answer(console, 'y');
  await console.see('Kept by tap.');
  console.type(':keep key\r');
  await console.see('Keep the note key');
  await console.see('It is kept for ever.');
  await answer(console, 'y');
  await console.see('Kept by key.');
  console.type(':keep typed\r');
  await console.see('Keep the note typed');
  console.type('keep');
  await answer(console, 'Enter');
  await console.see('Kept by typed.');
});

test('an added action begins its own work, which a read-only console refuses', async () => {
  const console = await open();
  console.press('B');
  await console.see('Sent to a bid.');
  const readOnly = await open('--read-only');
  readOnly.press('B');
  await readOnly.see('This console is read-only; start it without --read-only');
  expect(readOnly.shows('Sent to')).toBe(false);
});
