import { expect, test } from 'vitest';
import { allSources, filesWith as sourcesWith } from './sources.ts';

/** The sources without their comments. */
const code = allSources.map(({ path, text }) => ({
  path,
  text: text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g, ''),
}));
const filesWith = (pattern: RegExp): readonly string[] => sourcesWith(pattern, code);

test('a program is started by one function, which builds its environment: no other file can start one', () => {
  // Types of child processes start nothing.
  const loads = /(?<!import type [^;]*)['"`](?:(?:node:)?child_process|node:cluster)['"`]|@lydell\/node-pty/;
  expect(filesWith(loads)).toEqual(['src/system/system.ts']);
  expect(filesWith(/\b(?:spawn|spawnSync|execFile|execFileSync|execSync|execve|fork)\b(?!\.ts)/)).toEqual([
    'src/system/programs.ts',
    'src/system/system.ts',
  ]);
});

test('the environment of this process is read where it is made, and nowhere that could hand it on', () => {
  expect(filesWith(/\bprocess\s*(?:\?\.|\.|\[['"`])\s*env\b|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/)).toEqual([
    'src/cli/compile-cache.ts',
    'src/cli/main.ts',
    'src/system/heap.ts',
    'src/system/system.ts',
  ]);
  // Threads have an environment of their own, which is empty.
  expect(filesWith(/\benv:/)).toEqual(['src/lib/bundled.ts', 'src/system/programs.ts']);
});
