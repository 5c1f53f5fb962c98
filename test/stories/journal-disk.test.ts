import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { type Market, openConsole } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { openProgram } from '../driver/running.ts';
import { openFeaturesJournal } from '../features/open-journal.ts';
import { CAP, openRules } from '../features/rules/stories/autopilot.ts';
import { openScript } from './script.ts';
import { changed } from './service.ts';

/** A small disk for the journal, and what breaks and mends it. */
type Disk = { readonly journal: string; readonly breaks: () => void; readonly mends: () => void };

function mounted(context: TestContext): string {
  const home = freshHome();
  onTestFinished(() => home.remove());
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', home.folder], { stdio: 'ignore' });
  } catch {
    context.skip('mounting a small disk is not allowed here');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', home.folder]));
  return home.folder;
}

const disks = {
  full: (context) => {
    const folder = mounted(context);
    const filler = join(folder, 'filler');
    return {
      journal: join(folder, 'journal.db'),
      breaks: () => expect(() => writeFileSync(filler, Buffer.alloc(4 * 1024 * 1024, 1))).toThrow('ENOSPC'),
      mends: () => rmSync(filler),
    };
  },
  'read-only': (context) => {
    const folder = mounted(context);
    const mount = (how: string) => () => void execFileSync('mount', ['-o', `remount,${how}`, folder]);
    return { journal: join(folder, 'journal.db'), breaks: mount('ro'), mends: mount('rw') };
  },
} as const satisfies Readonly<Record<string, (context: TestContext) => Disk>>;

const REASON = {
  full: /^The journal \S+ can't be used: the disk is full\. Until it can, .*\n/,
  'read-only': /^The journal \S+ can't be used: the file system is read-only\. Until it can, .*\n/,
} as const;

const KINDS = ['full', 'read-only'] as const;

/** Returns the events of the journal as it lies on the disk. */
function kept({ origin, project }: Market, path: string): readonly string[] {
  const journal = openFeaturesJournal(path, Date.now);
  try {
    const events = journal.after([{ service: origin, project }], 0);
    return events.map(({ payload }) => ('what' in payload ? payload.what : `${payload.name} ${payload.change}`));
  } finally {
    journal.close();
  }
}

for (const isNew of [false, true])
  test.for(KINDS)(
    `an autopilot that starts on a disk that is %s, ${isNew ? 'without' : 'with'} a journal on it, says why in plain words, sends nothing, and goes on by itself`,
    async (kind, context) => {
      const disk = disks[kind](context);
      const rules = await openRules(CAP, { SPOTDECK_JOURNAL: disk.journal });
      if (!isNew) expect(await rules.run('--release', 'cap')).toMatchObject({ code: 0 });
      disk.breaks();
      const ended = rules.start();
      await ended.prints(/cap: budget, waits\./);
      expect(ended.errors()).toMatch(REASON[kind]);
      // A supervisor sees it.
      expect(await ended.end('SIGTERM')).toEqual([5, null]);
      const autopilot = rules.start();
      await autopilot.prints(/can't be used: /);
      expect(rules.writes()).toEqual([]);
      disk.mends();
      await autopilot.prints(/The journal can be used again\./);
      if (isNew) {
        await autopilot.prints(/cap: budget, rehearses\. .*\n(.*\n)*.* would pause pretrain-b200/);
        expect(rules.writes()).toEqual([]);
      } else {
        await autopilot.prints(/cap: budget, acts\.\n(.*\n)*.* paused pretrain-b200/);
        expect(rules.writes()).toHaveLength(4);
      }
      expect(await autopilot.end('SIGTERM')).toEqual([0, null]);
    },
  );

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
    await expect
      .poll(() => kept(market, disk.journal), { timeout: 30_000 })
      .toEqual(expect.arrayContaining([expect.stringMatching(/Pause sweep-b/), 'render changed']));
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
    await expect
      .poll(
        () => changed(market, 'render', { limit_price: `$1.${20 + Math.floor(Math.random() * 70)}` }).then(watch.out),
        { timeout: 20_000, interval: 1000 },
      )
      .toContain('"name":"render"');
    disk.mends();
    await watch.prints(/The journal can be used again\./);
    await expect.poll(() => kept(market, disk.journal), { timeout: 30_000 }).toContain('render changed');
    expect(await watch.end('SIGTERM')).toEqual([0, null]);
  },
);
