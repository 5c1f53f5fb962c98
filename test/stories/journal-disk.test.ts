import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { type Market, openConsole } from '../driver/console.ts';
import { openProgram } from '../driver/running.ts';
import { soon, storyClock } from '../driver/time.ts';
import { openTestJournal } from '../journal/open.ts';
import { openScript } from './script.ts';
import { changed } from './service.ts';
import { disks, KINDS } from './small-disk.ts';

/** The events of the journal as it lies on the disk. */
function kept({ origin, project }: Market, path: string): readonly string[] {
  const journal = openTestJournal(path, storyClock().now);
  try {
    const events = journal.after([{ service: origin, project }], 0);
    return events.map(({ payload }) => (payload.kind === 'noted' ? payload.what : `${payload.name} ${payload.change}`));
  } finally {
    journal.close();
  }
}

test.for(KINDS)(
  'a console on a disk that is %s shows why, and writes what it did and saw once the disk is back',
  async (kind, context) => {
    const disk = disks[kind](context);
    const { market, run } = await openScript();
    const env = { ...market.env, SPOTDECK_JOURNAL: disk.journal };
    expect(await run(['watch', '--once'], env)).toMatchObject({ code: 0 });
    disk.breaks();
    const console = await openConsole({ args: [], env });
    await console.see("can't be used: the ");
    await console.pane('bids').select('sweep-b').do('pause-bid');
    await answer(console, 'p');
    await console.see('Paused sweep-b');
    await changed(market, 'render', { limit_price: '$1.75' });
    await console.pane('activity').do('zoom');
    await console.see(/observed +render: limit price/);
    disk.mends();
    const wanted = [expect.stringMatching(/Pause sweep-b/), 'render changed'];
    await soon(() => expect(kept(market, disk.journal)).toEqual(expect.arrayContaining(wanted)));
  },
);

test.for(KINDS)(
  'watch on a disk that is %s prints events, and writes them once the disk is back',
  async (kind, context) => {
    const disk = disks[kind](context);
    const { market, run, home } = await openScript();
    const env = { ...market.env, SPOTDECK_JOURNAL: disk.journal };
    expect(await run(['watch', '--once'], env)).toMatchObject({ code: 0 });
    disk.breaks();
    const watch = openProgram(['watch'], home, env);
    await watch.prints(/can't be used: the /);
    let cents = 20;
    await soon(async () => {
      cents = cents === 89 ? 20 : cents + 1;
      await changed(market, 'render', { limit_price: `$1.${cents}` });
      expect(watch.out()).toContain('"name":"render"');
    });
    disk.mends();
    await watch.prints(/The journal can be used again\./);
    await soon(() => expect(kept(market, disk.journal)).toContain('render changed'));
    expect(await watch.end('SIGTERM')).toEqual([0, null]);
  },
);
