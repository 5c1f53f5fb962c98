import { expect, test } from 'vitest';
import { openMarket } from '../../../driver/console.ts';
import { createDaemon } from '../../../driver/daemon.ts';
import { hasSshd } from '../../../driver/sshd.ts';
import { soon } from '../../../driver/time.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { STILL } from '../../../stories/service.ts';
import { openExporter } from './exporter.ts';

test.skipIf(!hasSshd)('SIGTERM ends the exporter while a program that ssh started holds its output open', async () => {
  const daemon = createDaemon();
  const market = await openMarket({ ...STILL, sshDestination: '127.0.0.1:1' });
  const exporter = await openExporter({
    ...market.env,
    SPOTDECK_JOURNAL: newPath(),
    SPOTDECK_MACHINES: 'all',
    SPOTDECK_SSH_OPTIONS: JSON.stringify(['-o', `ProxyCommand=${daemon.start} exec sleep 1000`]),
  });
  await soon(() => expect(daemon.started()).toBeGreaterThan(0));
  expect(await exporter.end('SIGTERM')).toEqual([0, null]);
});
