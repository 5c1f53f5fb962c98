import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the tables of README and docs match the declarations of the program', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/docs.ts', '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
