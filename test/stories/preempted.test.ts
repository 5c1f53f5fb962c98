import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';

test('a bid that is pre-empted rings, shows about how long it has left, and is told to the operator’s own program', async () => {
  const console = await openConsole({
    args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '60', '--alerts', 'desktop'],
    env: {
      SPOTDECK_ON_PREEMPT: JSON.stringify([
        'sh',
        '-c',
        'printf "heard of %s" "$0"; test -z "$SPOTDECK_TOKEN"',
        '{name}',
      ]),
      SPOTDECK_TOKEN: 'not-for-programs',
    },
  });
  await console.until('it rings', () => console.bells() > 0 && console.notifications().length > 0, {
    timeout: 25_000,
  });
  expect(console.notifications().join(' ')).toMatch(/spotdeck: \S+ (is being pre-empted|was lost|and \d+ more)/);
  await console.see(/▲ preempting ~\d/, { timeout: 25_000 });
  console.press('7');
  await console.see(/● done\s+Told your program that/, { timeout: 25_000 });
  console.press('z');
  await console.see(/pre-empted: done: heard of \S+/);
});
