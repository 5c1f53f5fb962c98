import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { renderPng } from './render.ts';
import { scenes } from './scenes.ts';

const folder = fileURLToPath(new URL('../../screenshots/', import.meta.url));

/** Pictures live in the repository: each stays small enough to be replaced often. */
const MAX_BYTES = 250_000;

test.each(scenes)('$file', async ({ file, palette, script, args, env, columns, rows, opening }) => {
  const own = (await opening?.()) ?? {
    args: typeof args === 'function' ? await args() : args,
    env: typeof env === 'function' ? await env() : env,
  };
  const terminal = await openConsole({ ...own, columns, rows });
  await script(terminal);
  const { png, missing } = renderPng(terminal, palette);
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}${file}.png`, png);
  expect(missing, 'characters that none of the fonts has').toEqual([]);
  expect(png.length, 'bytes').toBeLessThan(MAX_BYTES);
});
