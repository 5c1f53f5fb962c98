import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importFaults, readSources, unusedRules } from '../../scripts/imports.ts';
import { rules } from '../../scripts/layers.ts';

/** Writes a project with these files to a new folder. */
function projectOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['src', 'scripts', 'test']) mkdirSync(join(root, folder));
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), code);
  }
  return root;
}

/** Returns the faults of these files by this project's rules. */
const faultsOf = (files: Readonly<Record<string, string>>): readonly string[] =>
  importFaults(rules, readSources(projectOf(files), ['src']));

test.each([
  ['lib', '../contract/bid.ts'],
  ['contract', '../api/client.ts'],
  ['contract', '../changes/diff-rows.ts'],
  ['changes', '../api/client.ts'],
  ['api', '../state/state.ts'],
  ['resources', '../state/state.ts'],
  ['resources', '../driver/console.ts'],
  ['state', '../keymap/dispatch.ts'],
  ['replay', '../ui/app.tsx'],
  ['state', '../replay/player.ts'],
  ['keymap', '../ui/app.tsx'],
  ['ui', '../app/live.ts'],
  ['state', '../dialogs/line.ts'],
  ['dialogs', '../ui/app.tsx'],
  ['dialogs', 'react'],
  ['dialogs', '../keymap/palette.ts'],
  ['keys', '../dialogs/line.ts'],
  ['market', '../api/client.ts'],
  ['state', 'ink'],
  ['state', 'ink-table'],
  ['resources', 'react'],
  ['resources', 'react/jsx-runtime'],
  ['cli', 'hono'],
  ['app', 'hono'],
  ['app', '../cli/program.ts'],
  ['replay', '../app/live.ts'],
  ['cli', '@hono/node-server'],
  ['ui', 'ofetch'],
  ['ui', 'commander'],
  ['contract', 'node:fs'],
  ['state', 'node:fs/promises'],
])('code in src/%s can not import %s: file and line are named', (layer, from) => {
  const path = `src/${layer}/planted.ts`;
  const at = `${path}:2 imports ${from}: `;
  const named = [expect.stringContaining(at)];
  expect(faultsOf({ [path]: `// A comment.\nimport {\n  planted,\n} from '${from}';\n` })).toEqual(named);
  expect(faultsOf({ [path]: `\nimport type { Planted } from '${from}';\n` })).toEqual(named);
  expect(faultsOf({ [path]: `\nexport { planted } from '${from}';\n` })).toEqual(named);
  expect(faultsOf({ [path]: `\nimport '${from}';\n` })).toEqual(named);
  expect(faultsOf({ [path]: `\nconst planted = await import('${from}');\n` })).toEqual(named);
});

test('a lower folder can be imported, and an import in a comment does not count', () => {
  const code = `import { client } from '../api/client.ts';\n/*\nimport 'ink';\n*/\nexport const url = 'http://x'; // process.env\n`;
  expect(faultsOf({ 'src/state/fine.ts': code, 'src/state/beside.ts': `import { url } from './fine.ts';\n` })).toEqual(
    [],
  );
});

test('the sentence lists the folders that may be imported', () => {
  expect(faultsOf({ 'src/contract/planted.ts': `import { planted } from '../api/client.ts';\n` })).toEqual([
    'src/contract/planted.ts:1 imports ../api/client.ts: beside itself, src/contract may import from src/lib.',
  ]);
});

test.each([
  'export const folder = process.cwd();',
  'const { env } = process;',
  'const all = [process, null];',
  'const out = globalThis.process;',
])('only the edge of the program knows the process: %s', (code) => {
  expect(faultsOf({ 'src/state/planted.ts': `\n${code}\n` })).toEqual([
    'src/state/planted.ts:2 uses process: only src/app, src/cli, src/config, src/market, src/system may.',
  ]);
  expect(faultsOf({ 'src/cli/planted.ts': `\n${code}\n` })).toEqual([]);
});

test('a folder without a row in the table is named', () => {
  expect(faultsOf({ 'src/attic/planted.ts': '' })).toEqual([
    'src/attic/planted.ts: its folder has no row in the table of layers, scripts/layers.ts.',
  ]);
});

test('the table has no circle of folders', () => {
  expect(importFaults({ ...rules, layers: { lib: 'contract', contract: 'lib' } }, [])).toEqual([
    'The table of layers lets lib import from contract, which is no row before it.',
  ]);
});

const CIRCLE = {
  'src/state/a.ts': `import { b } from './b.ts';\n`,
  'src/state/b.ts': `import type { C } from './c.ts';\n`,
  'src/state/c.ts': `import { type A } from './a.ts';\n`,
};

test('a circle of files is named with every file on it, imports of types included', () => {
  expect(faultsOf(CIRCLE)).toEqual([
    'src/state/a.ts:1 closes a circle of files: src/state/a.ts -> src/state/b.ts -> src/state/c.ts -> src/state/a.ts.',
  ]);
});

test('a file of more than 400 lines is named with its length', () => {
  expect(faultsOf({ 'src/state/long.ts': '// line\n'.repeat(400) })).toEqual([]);
  expect(faultsOf({ 'src/state/long.ts': '// line\n'.repeat(401) })).toEqual([
    'src/state/long.ts has 401 lines, and 400 is the most: split it.',
  ]);
});

test('a permission that nothing uses and a row without a folder are named', () => {
  const files = {
    'src/lib/a.ts': '',
    'src/state/b.ts': `import { a } from '../lib/a.ts';\nimport 'ink';\n`,
    'src/ui/c.ts': 'export const folder = process.cwd();\n',
  };
  const small = {
    ...rules,
    layers: { lib: '', attic: '', state: 'lib', ui: 'lib state' },
    packages: [{ of: 'ink', only: 'state ui' }],
    process: 'state ui',
  };
  expect(unusedRules(small, readSources(projectOf(files), ['src']))).toEqual([
    'The table of layers has a row for src/attic, where no file is.',
    'src/ui may import from src/lib and does not: remove it.',
    'src/ui may import from src/state and does not: remove it.',
    'src/ui may import ink and does not: remove it.',
    'src/state may use process and does not: remove it.',
  ]);
});

test('the check fails when something is planted, and says what', () => {
  const cwd = projectOf({ 'src/lib/planted.ts': `import { render } from 'ink';\n` });
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts', 'layers.ts')], { cwd, encoding: 'utf8' });
  expect(stderr).toContain('src/lib/planted.ts:1 imports ink: only src/ui may.');
  expect(status).toBe(1);
});

/** The files that hold a stream of the process, and what each is for. Everything else prints with `streams.ts`. */
const EDGE: readonly string[] = [
  // Prints.
  'src/system/streams.ts',
  // Asks on the terminal.
  'src/system/prompt.ts',
  // The screen, the bell, the clipboard.
  'src/app/attach-terminal.ts',
  // Keeps what others print off the screen.
  'src/system/capture-output.ts',
];

/** Code that writes past the edge. What a stream is may be asked anywhere: its size, and whether it is a terminal. */
const PAST_THE_EDGE =
  /process\.(?:stdout|stderr)(?!\.(?:isTTY|columns|rows)\b)|\{[^{}]*\bstd(?:out|err)\b[^{}]*\} = process|\bconsole\.(?:log|error|warn|info|debug)\b|\/dev\/std|\bwriteSync\((?:1|2)\b/;
const ASKS_ITS_SIZE = /const \{ columns, rows \} = process\.stdout;/g;

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
}

test('what is printed leaves the program in one place, where it is made safe', () => {
  const past = sourcesIn('src').filter((path) =>
    PAST_THE_EDGE.test(readFileSync(path, 'utf8').replaceAll(ASKS_ITS_SIZE, '')),
  );
  expect(past.toSorted()).toEqual(EDGE.toSorted());
});

test.each([
  'process.stdout.write(text);',
  'const out = process.stderr;',
  'const { stdin, stdout } = process;',
  'console.error(text);',
])('%s is seen', (code) => {
  expect(code).toMatch(PAST_THE_EDGE);
});
