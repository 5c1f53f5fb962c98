import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import type { Key } from '../driver/keys.ts';
import type { Terminal } from '../driver/terminal.ts';
import { type Frame, filmOf } from './film.ts';
import { palettes } from './palette.ts';
import { drawRows } from './svg.ts';

const file = fileURLToPath(new URL('../../screenshots/demo.svg', import.meta.url));
const MAX_BYTES = 900_000;
const SIZE = { columns: 120, rows: 32 };

/** Seconds in the film for a typed character, and for a look. */
const TYPED = 0.12;
const LOOK = 1.6;

/** An operator, filmed: the screen after each step stays as long as the step says. */
function filmed(terminal: Terminal) {
  const frames: Frame[] = [];
  let at = 0;
  const keep = (seconds: number): void => {
    const { rows, missing } = drawRows(terminal, palettes.dark);
    expect(missing, 'characters that none of the fonts has').toEqual([]);
    frames.push({ at, rows });
    at += seconds;
  };
  return {
    frames,
    seconds: () => at,
    sees: async (what: string | RegExp, seconds = LOOK): Promise<void> => {
      await terminal.see(what);
      keep(seconds);
    },
    press: async (key: Key, what: string | RegExp, seconds = LOOK): Promise<void> => {
      terminal.press(key);
      await terminal.see(what);
      keep(seconds);
    },
    /** Types a text, seen character by character after a pattern. */
    types: async (text: string, before: string): Promise<void> => {
      for (let n = 1; n <= text.length; n++) {
        terminal.type(text.slice(n - 1, n));
        await terminal.see(new RegExp(`${before} *${text.slice(0, n).replace('.', '\\.')}`));
        keep(TYPED);
      }
    },
  };
}

test('demo', async () => {
  const terminal = await openConsole({ ...SIZE, args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'] });
  await terminal.until('all lists loaded', (screen) => screen.shows('train-llama') && !screen.shows('Loading'));
  const film = filmed(terminal);
  await film.sees('● live', 2);
  await film.press('j', /▌ +sweep-c /, 0.4);
  await film.press('j', /▌ +train-llama-eu/, 1);
  await film.press('e', 'Change train-llama-eu', 1);
  await film.types('12.25', 'Limit price');
  await film.sees('$98.00 /h at most', 2);
  await film.press('Ctrl-S', /▸ y or Enter send/, 2);
  await film.press('Enter', 'Changed train-llama-eu. Press u to undo.', 2);
  terminal.press('/');
  await film.types('sweep', '/');
  await film.press('Enter', '3 of 14', 0.8);
  await film.press('*', '3 marked', 1);
  await film.press('p', '▸ p again', 1.6);
  await film.press('p', 'Paused 3 of 3 bids.', 2.2);
  await film.press('u', '▸ y confirm', 1.6);
  await film.press('y', 'Resumed 3 of 3 bids.', 1.6);
  await film.press('Esc', /▌ /, 0.4);
  terminal.press('Esc');
  await terminal.see('1 Bids ─ 14');
  await film.press('m', /finetune-mistral-2 .* 0%/, 2.6);
  await film.press('Esc', '1 Bids ─ 14', 0.4);
  await film.press('z', 'view', 1.2);
  await film.press('b', 'by status', 2.2);
  await film.press('$', 'By type', 2.6);
  await film.press('Esc', 'by status', 0.4);
  await film.press('?', 'Search', 2);
  await film.press('Esc', 'by status', 0.6);
  const svg = filmOf(film.frames, Math.round(film.seconds() * 100) / 100, SIZE, palettes.dark);
  await writeFile(file, svg);
  expect(svg.length, 'bytes').toBeLessThan(MAX_BYTES);
});
