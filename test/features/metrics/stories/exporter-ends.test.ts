import { expect, test } from 'vitest';
import { openMarket } from '../../../driver/console.ts';
import { createDaemon } from '../../../driver/daemon.ts';
import { hasSshd } from '../../../driver/sshd.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { STILL } from '../../../stories/service.ts';
import { openExporter } from './exporter.ts';

/** Time for the end of everything that still runs, with that of a console on a busy machine, in milliseconds. */
const ENDS_MS = 1000 + 1000;
const SOON = { timeout: 10_000 };

test.skipIf(!hasSshd)(
  'SIGTERM ends the exporter within a second while a program that ssh started holds its output open',
  async () => {
    const daemon = createDaemon();
    const market = await openMarket({ ...STILL, sshDestination: '127.0.0.1:1' });
    const exporter = await openExporter({
      ...market.env,
      SPOTDECK_JOURNAL: newPath(),
      SPOTDECK_MACHINES: 'all',
      SPOTDECK_SSH_OPTIONS: JSON.stringify(['-o', `ProxyCommand=${daemon.start} exec sleep 1000`]),
    });
    await expect.poll(daemon.started, SOON).toBeGreaterThan(0);
    const began = performance.now();
    exporter.child.kill('SIGTERM');
    expect(await exporter.ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(ENDS_MS);
  },
);
