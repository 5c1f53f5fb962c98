import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** What the project's own linter says of code planted into a layer, in a folder of its own. */
function findings(layer: string, code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'src', layer), { recursive: true });
  copyFileSync('biome.json', join(folder, 'biome.json'));
  writeFileSync(join(folder, 'src', layer, 'planted.ts'), code);
  const biome = resolve('node_modules', '.bin', 'biome');
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--vcs-enabled=false', 'src'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

test.each([
  ['lib', '../contract/bid.ts'],
  ['contract', '../api/client.ts'],
  ['contract', '../changes/diff-rows.ts'],
  ['changes', '../api/client.ts'],
  ['api', '../state/console.ts'],
  ['resources', '../state/console.ts'],
  ['state', '../keys/keymap.ts'],
  ['replay', '../ui/app.tsx'],
  ['state', '../replay/player.ts'],
  ['keys', '../ui/app.tsx'],
  ['ui', '../app/live.ts'],
  ['state', '../dialogs/line.ts'],
  ['dialogs', '../ui/app.tsx'],
  ['dialogs', 'react'],
  ['market', '../api/client.ts'],
  ['state', 'ink'],
  ['resources', 'react'],
  ['commands', 'hono'],
  ['app', 'hono'],
  ['app', '../main/program.ts'],
  ['replay', '../app/live.ts'],
  ['ui', 'ofetch'],
])('code in src/%s can not import %s', (layer, from) => {
  const code = `import * as planted from '${from}';\n\nexport const used = planted;\n`;
  expect(findings(layer, code)).toContain('noRestrictedImports');
});

test('what lies below can be imported', () => {
  expect(findings('state', `import * as fine from '../api/client.ts';\n\nexport const used = fine;\n`)).not.toContain(
    'lint/',
  );
});

test('only app, commands and main know the process', () => {
  expect(findings('state', 'export const folder = process.cwd();\n')).toContain('noRestrictedGlobals');
  for (const edge of ['app', 'commands'])
    expect(findings(edge, 'export const folder = process.cwd();\n')).not.toContain('noRestrictedGlobals');
});

/** The files that hold a stream of the process, and what each is for. Everything else prints with `streams.ts`. */
const EDGE: readonly string[] = [
  // Prints.
  'src/commands/streams.ts',
  // Asks on the terminal.
  'src/commands/prompt.ts',
  // The screen, the bell, the clipboard.
  'src/app/attach-terminal.ts',
  // Keeps what others print off the screen.
  'src/commands/held-output.ts',
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
