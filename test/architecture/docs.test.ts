import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('README and docs show the keys, settings and readings that the program has', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/docs.ts', '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
