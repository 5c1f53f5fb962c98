import { expect, test } from 'vitest';
import { programs } from '../../src/app/programs.ts';
import { sentBy } from './runtime-of.ts';

test('watch sends no change, whatever asks its runtime to', async () => {
  expect((await sentBy(programs.watch)).writes).toBe(0);
});

test('a console sends changes, and none in a read-only profile', async () => {
  expect(await sentBy(programs.console)).toMatchObject({ writes: 1 });
  expect(await sentBy(programs.console, { readOnly: true })).toMatchObject({ writes: 0 });
});

test('a program without a screen reads the lists that its record names, and no fake screen says so', async () => {
  expect((await sentBy(programs.watch)).visible).toEqual([...programs.watch.reads]);
});
