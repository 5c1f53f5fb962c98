import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The sources without their comments. */
const sources = readdirSync('src', { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name))
  .map((path) => ({
    path,
    code: readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g, ''),
  }));

const filesWith = (found: RegExp): readonly string[] =>
  sources.flatMap(({ path, code }) => (found.test(code) ? [path] : [])).toSorted();

test('a program is started by one function, which builds its environment: no other file can start one', () => {
  // Types of child processes start nothing.
  const loads = /(?<!import type [^;]*)['"`](?:(?:node:)?child_process|node:cluster)['"`]|@lydell\/node-pty/;
  expect(filesWith(loads)).toEqual(['src/system/system.ts']);
  expect(filesWith(/\b(?:spawn|spawnSync|execFile|execFileSync|execSync|execve|fork)\b(?!\.ts)/)).toEqual([
    'src/system/start-program.ts',
    'src/system/system.ts',
  ]);
});

test('the environment of this process is read where it is made, and nowhere that could hand it on', () => {
  expect(filesWith(/\bprocess\s*(?:\?\.|\.|\[['"`])\s*env\b|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/)).toEqual([
    'src/cli/home-folder.ts',
    'src/cli/main.ts',
    'src/system/heap-watch.ts',
    'src/system/system.ts',
  ]);
  // The thread of the market has an environment of its own, which is empty.
  expect(filesWith(/\benv:/)).toEqual(['src/market/thread/spawn.ts', 'src/system/start-program.ts']);
});
