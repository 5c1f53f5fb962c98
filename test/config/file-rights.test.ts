import { devNull } from 'node:os';
import { expect, test } from 'vitest';
import { isWritableByOthers, loadConfig } from '../../src/config/file.ts';
import { ownSettings } from './own-settings.ts';

const file = (mode: number, uid = 1000, gid = 1000) => ({ isFile: () => true, mode: 0o100_000 | mode, uid, gid });

test('a config file that everybody, or a group of others, can change counts as writable by others', () => {
  for (const mode of [0o666, 0o602, 0o777, 0o646]) expect(isWritableByOthers(file(mode)), mode.toString(8)).toBe(true);
  expect(isWritableByOthers(file(0o660, 1000, 27))).toBe(true);
  expect(isWritableByOthers(file(0o664, 0, 1000))).toBe(true);
});

test('a config file that others can only read, or that the own group of its owner can change, is used', () => {
  for (const mode of [0o600, 0o644, 0o400, 0o444]) expect(isWritableByOthers(file(mode, 1000, 27))).toBe(false);
  expect(isWritableByOthers(file(0o664))).toBe(false);
});

test('the null device in the place of the config file is an empty one', async () => {
  expect(await loadConfig(devNull, ownSettings(), 'command')).toMatchObject({ profiles: [] });
});
