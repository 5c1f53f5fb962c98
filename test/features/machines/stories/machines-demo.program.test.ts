import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Console, openConsole } from '../../../driver/console.ts';
import { freshHome } from '../../../driver/environment.ts';
import { openMachines, readRows } from './demo-machines.ts';

/** The utilization of each machine on screen, by its name. */
const utilizations = (console: Pick<Console, 'rowsOfPane'>): string =>
  readRows(console)
    .flatMap((row) => /([a-z][\w-]+) .*?(\d+)%/.exec(row)?.slice(1, 3).join(' ') ?? [])
    .join('\n');

test('two consoles on one demo show the same numbers, and f holds them in one', async () => {
  const home = freshHome();
  const args = ['demo', '--db', join(home.folder, 'market.db'), '--seed', '7', '--speed', '0'];
  const env = { ...home.env, SPOTDECK_JOURNAL: join(home.folder, 'journal.db') };
  const first = await openConsole({ args, env });
  await first.seeLoaded('14 bids');
  const second = await openConsole({ args, env });
  await second.seeLoaded('14 bids');
  for (const console of [first, second]) {
    await openMachines(console);
    console.type('/train | serving\r');
    await console.see('/train | serving');
  }
  await second.until('the same numbers', () => utilizations(second) === utilizations(first), { timeout: 20_000 });
  second.do('freeze');
  await second.see('frozen');
  const held = utilizations(second);
  await first.until('other numbers', () => utilizations(first) !== held, { timeout: 20_000 });
  expect(utilizations(second)).toBe(held);
  second.do('freeze');
  await second.until('other numbers', () => utilizations(second) !== held, { timeout: 20_000 });
});
