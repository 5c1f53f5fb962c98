import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import type { Terminal } from '../driver/terminal.ts';
import type { PaletteName } from './palette.ts';
import { renderPng } from './render.ts';
import { FULL, SMALLER, scenes } from './scenes.ts';

const folder = fileURLToPath(new URL('../../screenshots/', import.meta.url));

/** Pictures are in the repository, and replaced often. */
const MAX_BYTES = 300_000;

async function savePicture(terminal: Terminal, palette: PaletteName, path: string): Promise<void> {
  const { png, missing } = renderPng(terminal, palette);
  await writeFile(path, png);
  expect(missing, 'characters that none of the fonts has').toEqual([]);
  expect(png.length, 'bytes').toBeLessThan(MAX_BYTES);
}

test.each(scenes)('$file', async ({ file, palette, script, args, env, opening, started }) => {
  const own = (await opening?.()) ?? {
    args: typeof args === 'function' ? await args() : args,
    env: typeof env === 'function' ? await env() : env,
  };
  const terminal = await openConsole({ ...own, ...FULL, ...(started === undefined ? {} : { started }) });
  await script(terminal);
  await mkdir(folder, { recursive: true });
  await savePicture(terminal, palette, `${folder}${file}.png`);
  // The console runs on while its window shrinks.
  for (const { columns, rows } of SMALLER) {
    terminal.resize(columns, rows);
    await terminal.idle({ quiet: 150 });
    await mkdir(`${folder}${columns}x${rows}`, { recursive: true });
    await savePicture(terminal, palette, `${folder}${columns}x${rows}/${file}.png`);
  }
});
