import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  ['api', '../state/console.ts'],
  ['resources', '../state/console.ts'],
  ['state', '../keys/keymap.ts'],
  ['replay', '../ui/app.tsx'],
  ['state', '../replay/player.ts'],
  ['keys', '../ui/app.tsx'],
  ['ui', '../commands/live.ts'],
  ['market', '../api/client.ts'],
  ['state', 'ink'],
  ['resources', 'react'],
  ['commands', 'hono'],
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

test('only commands and main know the process', () => {
  expect(findings('state', 'export const folder = process.cwd();\n')).toContain('noRestrictedGlobals');
  expect(findings('commands', 'export const folder = process.cwd();\n')).not.toContain('noRestrictedGlobals');
});
