import { expect, test } from 'vitest';
import { openDemo } from '../../../driver/demo.ts';
import { soon } from '../../../driver/time.ts';
import { withConfig } from './with-config.ts';

test('in the terminal it has the terminal until it ends, and the console then restores its screen', async () => {
  const { env } = await withConfig(
    '[[commands]]',
    'name = "Read"',
    'key = "w"',
    'panes = ["bids"]',
    'where = "terminal"',
    `run = ["sh", "-c", 'printf "what about %s? " "$0"; read answer; test "$answer" = fine', "{name}"]`,
  );
  const console = await openDemo({ service: { env } });
  console.type('/name:=render\rw');
  await console.see('what about render?');
  await console.gone('1 Bids');
  console.type('fine\r');
  await console.see('1 Bids');
  await console.see('Read: done.');
});

test('a running one can be ended, and ends with the console', async () => {
  const { env } = await withConfig(
    '[[commands]]',
    'name = "Forever"',
    'key = "w"',
    'panes = ["bids"]',
    'run = ["sh", "-c", "echo $$; exec sleep 1000"]',
  );
  const console = await openDemo({ service: { env } });
  const processOf = async (): Promise<number> => {
    console.press('w');
    console.do('runs');
    console.press('Enter');
    await console.see(/1 line/);
    const [, id] = /│ (\d+) +│/.exec(console.screen().join('\n')) ?? [];
    console.press('Esc', 'Esc');
    await console.gone('Custom commands');
    return Number(id);
  };
  const alive = (id: number): boolean => {
    try {
      return process.kill(id, 0);
    } catch {
      return false;
    }
  };
  const first = await processOf();
  expect(alive(first)).toBe(true);
  console.do('runs');
  console.press('x');
  await console.see('ended with SIGTERM');
  console.press('Esc');
  const second = await processOf();
  expect([alive(first), alive(second)]).toEqual([false, true]);
  console.do('quit');
  await console.ended();
  await soon(() => expect(alive(second)).toBe(false));
});
