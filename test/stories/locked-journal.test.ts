import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openConsole, openMarket } from '../driver/console.ts';
import { newPath } from '../journal/snapshots.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

/** How another program may keep the journal for itself: for a transaction, or for as long as it runs. */
const LOCKS = [
  ['in a transaction that does not end', 'BEGIN EXCLUSIVE'],
  ['for as long as it runs', 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE'],
] as const;

test.each(LOCKS)(
  'with a journal that another program has locked %s, a pause goes out, other commands say so, and doctor names that program',
  async (_, sql) => {
    const { run } = await openScript();
    const path = newPath();
    const journal = { SPOTDECK_JOURNAL: path };
    expect((await run(['watch', '--once'], journal)).code).toBe(0);
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    other.exec(sql);
    expect(await run(['bid', 'pause', 'sweep-a', '--yes'], journal)).toMatchObject({ code: 0 });
    for (const words of [['watch', '--once'], ['spend'], ['price']]) {
      const { code, err } = await run(words, journal);
      expect([code, err]).toEqual([1, expect.stringContaining('another program has locked it')]);
    }
    const doctor = await run(['doctor'], journal);
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(
      /^failure +journal +The journal \S+ can't be (used|written): another program has locked it\./m,
    );
  },
);

test.each(LOCKS)(
  'a console whose journal another program has locked %s, before or after its start, obeys every key, says so, and ends',
  async (_, sql) => {
    const path = newPath();
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    const { env } = await openMarket(STILL);
    const opened = () => openConsole({ args: [], env: { ...env, SPOTDECK_JOURNAL: path } });
    const console = await opened();
    await console.seeLoaded('14 bids');
    other.exec(sql);
    await console.see(/another program has locked it/);
    console.press('1');
    await console.pane('bids').select('train-llama').focus();
    console.do('quit');
    expect(await console.ended()).toEqual({ code: 0, signal: null });

    const later = await opened();
    await later.see(/another program has locked it/);
    await later.pane('bids').select('train-llama').focus();
    later.do('quit');
    expect(await later.ended()).toEqual({ code: 0, signal: null });
  },
);
