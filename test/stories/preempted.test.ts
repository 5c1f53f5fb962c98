import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsole, openMarket } from '../driver/console.ts';
import { newPath } from '../journal/snapshots.ts';
import { alteredMarket } from './altered.ts';
import { STILL } from './service.ts';

test('a bid that is preempted rings, shows roughly its remaining time, and starts the operator’s program', async () => {
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
  expect(console.notifications().join(' ')).toMatch(
    /spotdeck: \S+ (is being preempted|was lost|and \S+ are being preempted|and \d+ more)/,
  );
  await console.see(/▲ preempting ~\d/, { timeout: 25_000 });
  await console.pane('activity').focus();
  await console.see(/● done:?\s+on_preempt ran for/, { timeout: 25_000 });
  console.do('zoom');
  await console.see(/ran for [^:]+: done after \d+s: heard of \S+/);
});

test('a bid that was being preempted before starts the program once, over all consoles and after a restart', async () => {
  const journal = newPath();
  const said = join(journal, '..', 'said');
  const { env } = await alteredMarket(await openMarket(STILL), (row, path) => {
    if (path !== '/v2/spot/bids') return row;
    if (row['name'] === 'render') return { ...row, status: 'Preempting' };
    return row['name'] === 'distill' ? { ...row, status: 'Preempting', name: '--yes' } : row;
  });
  const opened = () =>
    openConsole({
      args: [],
      env: {
        ...env,
        SPOTDECK_JOURNAL: journal,
        SPOTDECK_ON_PREEMPT: JSON.stringify([
          'sh',
          '-c',
          `echo "$0 $SPOTDECK_TYPE $SPOTDECK_TOKEN." >> '${said}'`,
          '{name}',
        ]),
      },
    });
  const consoles = await Promise.all([opened(), opened()]);
  for (const console of consoles) {
    await console.seeLoaded('14 bids');
    await console.pane('activity').do('zoom');
    await console.see(/done:? +on_preempt ran for render: done after \d+s/);
    await console.see(/refused:? +on_preempt did not run for --yes: --yes would be an option of sh/);
    console.do('quit');
    await console.ended();
  }
  const again = await opened();
  await again.seeLoaded('14 bids');
  await again.pane('activity').do('zoom');
  await again.see('on_preempt ran for');
  again.do('quit');
  await again.ended();
  // One is so in every new world.
  expect(
    readFileSync(said, 'utf8')
      .replace(/^(\S+) \S+ \.$/gm, '$1')
      .split('\n')
      .toSorted(),
  ).toEqual(['', 'batch-embed', 'render']);
});
