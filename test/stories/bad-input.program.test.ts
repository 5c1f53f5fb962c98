import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { openConsoleInShell } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';

test('an unusable market file is reported with :memory: as the alternative, and the terminal is restored', async () => {
  const home = freshHome();
  const blocked = join(home.folder, 'a-file');
  writeFileSync(blocked, '');
  const args = ['demo', '--db', join(blocked, 'market.db')];
  const console = await openConsoleInShell({ args, columns: 300, started: () => true });
  expect(await console.aftermath()).toMatchObject({ status: 1, canonical: true, echo: true });
  await console.see('Give another file, or --db :memory:');
  expect(console.modes().changed).toEqual([]);
});

test('an old Node gets one clear sentence', () => {
  const old = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.20.2"})';
  const { status, stderr } = spawnSync(node, ['--import', old, program, '--version'], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toBe(
    'spotdeck needs Node 22.13 or newer, and this is Node 20.20.2. Install a newer Node and start it again.\n',
  );
});
