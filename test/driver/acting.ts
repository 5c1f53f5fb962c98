import type { PaneName } from '../../src/resources/rows.ts';
import { screenOf } from '../../src/screen/dialogs/screen.ts';
import { builtInBindings } from '../../src/screen/keymap/active-bindings.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { textOf } from './cells.ts';
import { type Key, keyNamed } from './keys.ts';
import { cursorRowsOf, type Pane } from './pane.ts';
import { quoted } from './screen.ts';
import type { Terminal } from './terminal.ts';

/** A pane or row to act on. */
export type Target = {
  /** Moves the cursor there with keys, and waits for it. */
  focus(): Promise<void>;
  /** Moves the cursor there, then presses the command's key. */
  do(command: string): Promise<void>;
};

export type PaneTarget = Target & {
  select(name: string): Target;
};

/** Acts by command ids, with the keys of the program's own bindings. */
export type Acting = {
  pane(name: PaneName): PaneTarget;
  do(command: string): void;
};

const paneBindings = builtInBindings(loadedFeatures, new Map());
const dialogBindings = screenOf({ features: loadedFeatures }).ordered.flatMap((dialog) =>
  [dialog, ...(dialog.steps ?? [])].flatMap(({ bindings }) => bindings),
);

/** @throws for an unknown command, or one of another pane. */
export function keyOf(command: string, pane: PaneName | null = null): Key {
  const ofPanes = paneBindings.find(({ id }) => id === command);
  const binding = ofPanes ?? dialogBindings.find(({ id }) => id === command);
  const [key] = binding?.keys ?? [];
  if (binding === undefined || key === undefined) throw new Error(`There is no command ${command}.`);
  const scope = typeof ofPanes?.scope === 'string' ? ofPanes.scope : 'dialog';
  if (pane !== null && scope in loadedFeatures.panes && scope !== pane)
    throw new Error(`${command} is no command of ${pane}.`);
  return keyNamed(key);
}

/** A command's key, its letter in a menu, or its words in the palette. */
function waysTo(terminal: Terminal, command: string, pane: PaneName | null = null): () => void {
  const binding = paneBindings.find(({ id }) => id === command);
  if (binding === undefined || binding.keys.length > 0) {
    const key = keyOf(command, pane);
    return () => terminal.press(key);
  }
  const { menu, names, label } = binding;
  if (menu !== undefined) return () => terminal.press(keyOf('view-menu'), keyNamed(menu.letter));
  return () => terminal.type(`:${names?.[0] ?? label}\r`);
}

/** The row with this word; one that begins with it wins. */
function placeOf(box: Pane, name: string): number {
  const word = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const rows = box.rows.map((row) => textOf(row));
  const first = rows.findIndex((row) => new RegExp(`^[^\\w]*${word}(?![\\w-])`).test(row));
  return first >= 0 ? first : rows.findIndex((row) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(row));
}

/** A focused pane has a bold border. */
const isFocused = (terminal: Terminal, box: Pane): boolean => terminal.cellAt(box.top, box.left).style.bold;

async function focusPane(terminal: Terminal, name: PaneName): Promise<void> {
  const { title } = loadedFeatures.panes[name];
  const focused = (): boolean =>
    terminal.panes().some((box) => isFocused(terminal, box) && (isTitled(box, title) || hasTab(terminal, box, title)));
  if (focused()) return;
  terminal.press(keyOf(`pane-${name}`));
  await terminal.until(`${title} has the focus`, focused);
}

const hasTab = (terminal: Terminal, box: Pane, title: string): boolean =>
  /^\d .* {2}\d /.test(box.title) && box.title.includes(title) && terminal.styleAt(box.top, title).bold;

const isTitled = (box: Pane, title: string): boolean => box.title.replace(/^\d /, '').startsWith(title);

const PATIENCE = { timeout: 5_000 };
const MOST_TRIES = 3;

function borderOf(terminal: Terminal, title: string): string {
  const { bottom, left, right } = terminal.box(title);
  return textOf(terminal.cells(bottom).filter(({ column }) => column > left && column < right));
}

async function focusRow(terminal: Terminal, pane: PaneName, name: string): Promise<void> {
  await focusPane(terminal, pane);
  const { title } = loadedFeatures.panes[pane];
  const cursor = (): number => cursorRowsOf(terminal.box(title))[0] ?? -1;
  const place = (): number => placeOf(terminal.box(title), name);
  await terminal.until(`a cursor in ${title}`, () => cursor() >= 0);
  // The border shows the cursor's position, such as 21/38.
  const position = (): string => /\d+\/\d+/.exec(borderOf(terminal, title))?.[0] ?? '';
  if (place() < 0) {
    terminal.press(keyOf('first'));
    await terminal.until(`${quoted(name)} in ${title}`, () => place() >= 0 || position().startsWith('1/'), PATIENCE);
  }
  while (place() < 0) {
    const before = position();
    terminal.press(keyOf('page-down'));
    await terminal.until(`${quoted(name)} in ${title}, a page further down`, () => position() !== before, PATIENCE);
  }
  const isThere = (): boolean => cursor() === place();
  // Arriving rows move the row or the cursor. Press again only after all keys had time, as late ones overshoot.
  for (let tries = 0; tries < MOST_TRIES && !isThere(); tries++) {
    const distance = place() - cursor();
    const step = keyOf(distance < 0 ? 'up' : 'down');
    terminal.press(...Array.from({ length: Math.abs(distance) }, () => step));
    await terminal.until(`the cursor on ${quoted(name)} in ${title}`, isThere, PATIENCE).catch(() => undefined);
  }
  await terminal.until(`the cursor on ${quoted(name)} in ${title}`, isThere);
}

export function actingOn(terminal: Terminal): Acting {
  const target = (pane: PaneName, focus: () => Promise<void>): Target => ({
    focus,
    do: async (command) => {
      const press = waysTo(terminal, command, pane);
      await focus();
      press();
    },
  });
  return {
    do: (command) => waysTo(terminal, command)(),
    pane: (pane) => ({
      ...target(pane, () => focusPane(terminal, pane)),
      select: (name) => target(pane, () => focusRow(terminal, pane, name)),
    }),
  };
}
