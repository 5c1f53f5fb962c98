import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { featureTestFaults } from '../../scripts/feature-tests.ts';
import { importFaults, readSources, unusedRules } from '../../scripts/imports.ts';
import { rules } from '../../scripts/layers.ts';
import { allSources } from './sources.ts';

/** Writes these files to a new folder. */
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

const faultsOf = (files: Readonly<Record<string, string>>): readonly string[] =>
  importFaults(rules, readSources(projectOf(files), ['src']));

test.each([
  ['lib', '../contract/bid.ts'],
  ['resources', '../store/state.ts'],
  ['market', '../api/client.ts'],
  ['store', 'ink'],
  ['resources', 'react/jsx-runtime'],
  ['contract', 'node:fs'],
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
  expect(faultsOf({ 'src/store/fine.ts': code, 'src/store/beside.ts': `import { url } from './fine.ts';\n` })).toEqual(
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
  expect(faultsOf({ 'src/store/planted.ts': `\n${code}\n` })).toEqual([
    'src/store/planted.ts:2 uses process: only src/app, src/cli, src/config, src/market, src/system, src/features may.',
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
  'src/store/a.ts': `import { b } from './b.ts';\n`,
  'src/store/b.ts': `import type { C } from './c.ts';\n`,
  'src/store/c.ts': `import { type A } from './a.ts';\n`,
};

test('a circle of files is named with every file on it, imports of types included', () => {
  expect(faultsOf(CIRCLE)).toEqual([
    'src/store/a.ts:1 closes a circle of files: src/store/a.ts -> src/store/b.ts -> src/store/c.ts -> src/store/a.ts.',
    'The parts of src/store import each other: a.ts -> b.ts -> c.ts -> a.ts.',
  ]);
});

test('folders that import each other in a circle are named, at every depth, though no files do', () => {
  const files = {
    'src/store/lists/a.ts': `import { b } from '../panes/b.ts';\n`,
    'src/store/lists/c.ts': '',
    'src/store/panes/b.ts': '',
    'src/store/panes/d.ts': `import { c } from '../lists/c.ts';\n`,
  };
  expect(importFaults(rules, readSources(projectOf(files), ['src']))).toEqual([
    'The parts of src/store import each other: lists -> panes -> lists.',
  ]);
});

const FEATURES = { ...rules, features: { base: '', top: 'base' } };
const featureFaults = (files: Readonly<Record<string, string>>): readonly string[] =>
  importFaults(FEATURES, readSources(projectOf(files), ['src']));

test('the kernel may know no feature, and not even the list of them', () => {
  expect(
    featureFaults({
      'src/store/a.ts': `import { base } from '../features/base/index.ts';\n`,
      'src/command/b.ts': `import { features } from '../features/index.ts';\n`,
      'src/cli/c.ts': `import { features } from '../features/index.ts';\n`,
    }),
  ).toEqual([
    'src/command/b.ts:1 imports ../features/index.ts: only the edge may import the features.',
    'src/store/a.ts:1 imports ../features/base/index.ts: src/store may not know a feature.',
  ]);
});

test('a feature knows those before it by their door, and none behind it', () => {
  expect(
    featureFaults({
      'src/features/index.ts': `import { top } from './top/index.ts';\nimport { sum } from './base/sum.ts';\n`,
      'src/features/base/sum.ts': `import { top } from '../top/index.ts';\n`,
      'src/features/base/inner/parts.ts': '',
      'src/features/top/a.ts': `import { sum } from '../base/sum.ts';\nimport { parts } from '../base/inner/parts.ts';\n`,
      'src/features/top/inner/b.ts': `import { a } from '../a.ts';\n`,
    }),
  ).toEqual([
    'src/features/base/sum.ts:1 imports ../top/index.ts: the feature base may import from no other.',
    'src/features/index.ts:2 imports ./base/sum.ts: the list of features imports their records alone.',
    'src/features/top/a.ts:2 imports ../base/inner/parts.ts: only the files right in src/features/base are its door.',
    expect.stringContaining('The parts of src/features import each other'),
  ]);
});

test('a feature without a row in the table is named once', () => {
  expect(featureFaults({ 'src/features/tides/index.ts': '', 'src/features/tides/inner/sea.ts': '' })).toEqual([
    'src/features/tides: the feature has no row in the table of features, scripts/layers.ts.',
  ]);
});

test('a file of more than 400 lines is named with its length', () => {
  expect(faultsOf({ 'src/store/long.ts': '// line\n'.repeat(400) })).toEqual([]);
  expect(faultsOf({ 'src/store/long.ts': '// line\n'.repeat(401) })).toEqual([
    'src/store/long.ts has 401 lines, and 400 is the most: split it.',
  ]);
});

test('a permission that nothing uses and a row without a folder are named', () => {
  const files = {
    'src/lib/a.ts': '',
    'src/store/b.ts': `import { a } from '../lib/a.ts';\nimport 'ink';\n`,
    'src/screen/c.ts': 'export const folder = process.cwd();\n',
  };
  const small = {
    ...rules,
    layers: { lib: '', attic: '', store: 'lib', screen: 'lib store' },
    packages: [{ of: 'ink', only: 'store screen' }],
    process: 'store screen',
    features: {},
  };
  expect(unusedRules(small, readSources(projectOf(files), ['src']))).toEqual([
    'The table of layers has a row for src/attic, where no file is.',
    'src/screen may import from src/lib and does not: remove it.',
    'src/screen may import from src/store and does not: remove it.',
    'src/screen may import ink and does not: remove it.',
    'src/store may use process and does not: remove it.',
  ]);
});

test('the check fails when something is planted, and says what', () => {
  const cwd = projectOf({ 'src/lib/planted.ts': `import { render } from 'ink';\n` });
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts', 'layers.ts')], { cwd, encoding: 'utf8' });
  expect(stderr).toContain('src/lib/planted.ts:1 imports ink: only src/screen may.');
  expect(status).toBe(1);
});

/** The files with an output of the system. Everything else prints with `streams.ts`. */
const EDGE: readonly string[] = [
  // Has those of the process.
  'src/system/system.ts',
  // Prints.
  'src/system/streams.ts',
  // Asks on the terminal.
  'src/system/prompt.ts',
  // Screen, bell, clipboard.
  'src/app/attach-terminal.ts',
  // Keeps foreign output off the screen.
  'src/system/capture-output.ts',
];

/** Code that writes past the edge. Size and kind of a stream may be asked anywhere. */
const PAST_THE_EDGE =
  /process\.(?:stdout|stderr)|\{[^{}]*\bstd(?:out|err)\b[^{}]*\} = process|\bsystem\(\)\.(?:output|errors)\b(?!\.(?:isTTY|columns|rows)\b)|\{[^{}]*\b(?:output|errors)\b[^{}]*\} = system\(\)|\bconsole\.(?:log|error|warn|info|debug)\b|\/dev\/std|\bwriteSync\((?:1|2)\b/;
const ASKS_ITS_SIZE = /const \{ columns, rows(?:, isTTY)? \} = system\(\)\.output;/g;

test('what is printed leaves the program in one place, where it is made safe', () => {
  const past = allSources.filter(({ text }) => PAST_THE_EDGE.test(text.replaceAll(ASKS_ITS_SIZE, '')));
  expect(past.map(({ path }) => path)).toEqual(EDGE.toSorted());
});

test.each([
  'process.stdout.write(text);',
  'const out = process.stderr;',
  'const { stdin, stdout } = process;',
  'system().output.write(text);',
  'const { input, errors } = system();',
  'console.error(text);',
])('%s is seen', (code) => {
  expect(code).toMatch(PAST_THE_EDGE);
});

test.each([
  ['test/store/planted.test.ts', '../../src/features/rules/schemas.ts', 'only test/features may know a feature'],
  ['scripts/planted.ts', '../src/features/rules/schemas.ts', 'only test/features may know a feature'],
  ['test/features/money/planted.test.ts', '../rules/keys.ts', 'test/features/money is there without it'],
  [
    'test/features/rules/with-notify/planted.test.ts',
    '../../digest/absence.ts',
    'test/features/rules is there without it',
  ],
])('%s can not import %s, which may be deleted without it', (path, from, why) => {
  const sources = readSources(projectOf({ [path]: `\nimport { planted } from '${from}';\n` }), [
    'src',
    'scripts',
    'test',
  ]);
  expect(featureTestFaults(rules, sources)).toEqual([`${path}:2 imports ${from}: ${why}.`]);
});

test.each([
  ['test/features/metrics/planted.test.ts', '../../../src/features/money/spend.ts'],
  ['test/features/metrics/planted.test.ts', '../machines/tools.ts'],
  ['test/features/rules/with-notify/planted.test.ts', '../../notify/receiver.ts'],
  ['test/planted.ts', '../src/features/index.ts'],
])('%s may import %s, which is there as long as it is', (path, from) => {
  const sources = readSources(projectOf({ [path]: `import { planted } from '${from}';\n` }), [
    'src',
    'scripts',
    'test',
  ]);
  expect(featureTestFaults(rules, sources)).toEqual([]);
});
