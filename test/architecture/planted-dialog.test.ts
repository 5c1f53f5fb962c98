import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { closeAfterTest, node } from '../driver/console.ts';
import { openTerminal } from '../driver/terminal.ts';
import { type PlantedCopy, plant } from './planted-copy.ts';

const index = `
import type { Feature } from '../../command/feature.ts';

/** Notes of the operator: %. */
export const notes = {
  name: 'notes',
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
`;

const screen = `
import { type Dialog, closes } from '../../screen/dialogs/dialog.ts';
import { textLine } from '../../screen/dialogs/line.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { transition } from '../../screen/keys/binding.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';

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
  bindings: [closes('note', ['Esc'], 'Back')],
};

export const screen = {
  dialogs: { note },
  paletteCommands: [
    {
      words: 'note',
      does: 'remember something',
      searchWords: ['remember'],
      run: (text) => transition((state) => dialogOpened(state, { kind: 'note', text })),
    },
  ],
} satisfies ScreenParts;
`;

const LIST = 'src/features/index.ts';

/** A copy of the project with one more feature: a dialog with its key, and a typed command of the palette. */
let planted: PlantedCopy;

beforeAll(async () => {
  planted = await plant({ 'src/features/notes/index.ts': index, 'src/features/notes/screen.ts': screen }, [
    {
      file: LIST,
      after: "import { money } from './money/index.ts';\n",
      text: "import { notes } from './notes/index.ts';\n",
    },
    { file: LIST, after: '  .with(money)\n', text: '  .with(notes)\n' },
  ]);
  return planted.remove;
}, 60_000);

test('the types of an added dialog fit without any other change, and its line in the list is demanded', async () => {
  await planted.checkTypes();
  const list = join(planted.folder, LIST);
  const complete = readFileSync(list, 'utf8');
  writeFileSync(list, complete.replace('  .with(notes)\n', ''));
  await expect(planted.checkTypes()).rejects.toMatchObject({
    stdout: expect.stringMatching(/Property 'note' is missing/),
  });
  writeFileSync(list, complete);
}, 90_000);

test('an added dialog has its key and its place in the help, and an added command of the palette takes a text', async () => {
  const console = openTerminal({
    command: node,
    args: [planted.program, 'demo', '--db', ':memory:'],
    columns: 160,
    rows: 45,
    env: {},
  });
  closeAfterTest(console);
  await console.see('Bids', { timeout: 20_000 });
  console.press('%');
  await console.see('To remember: nothing yet');
  console.press('Esc');
  console.press('?');
  console.type('Note of the operator');
  await console.see('Note of the operator');
  console.press('Esc');
  console.press(':');
  console.type('note call home');
  await console.see('note call home');
  console.press('Enter');
  await console.see('To remember: call home');
}, 60_000);
