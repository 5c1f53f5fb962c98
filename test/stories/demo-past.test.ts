import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { type Console, openConsole, openMarket } from '../driver/console.ts';
import { freshHome, type Variables } from '../driver/environment.ts';
import { soon } from '../driver/time.ts';
import { STILL } from './service.ts';

const SPEED = ['--speed', '0'];

/** A home with the files of the demo, and the consoles in it. */
function homeOfDemo() {
  const home = freshHome();
  onTestFinished(home.remove);
  const data = join(home.folder, '.local', 'share', 'spotdeck');
  const open = async (args: readonly string[] = [], env: Variables = {}): Promise<Console> => {
    const console = await openConsole({
      args: ['demo', ...SPEED, ...args],
      env: { ...home.env, ...env },
      columns: 160,
      rows: 45,
    });
    await console.seeLoaded('14 bids');
    return console;
  };
  return {
    home,
    open,
    market: join(data, 'market.db'),
    own: join(data, 'demo-journal.db'),
    usual: join(data, 'journal.db'),
  };
}

/** Numbers of entries of a journal: those that are simulated, and all. */
function counted(path: string, where = ''): { readonly simulated: number; readonly all: number } {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const count = (condition: string): number =>
      Number(database.prepare(`SELECT count(*) AS n FROM entries WHERE ${condition} ${where}`).get()?.['n']);
    return { simulated: count("by = 'simulated'"), all: count('true') };
  } catch {
    // It is being made.
    return { simulated: 0, all: 0 };
  } finally {
    database.close();
  }
}

async function quit(console: Console): Promise<void> {
  console.do('quit');
  await console.ended();
}

/** Waits until the console of a demo has recorded the lists, with or without a past before. */
const recorded = (path: string): Promise<void> => soon(() => expect(existsSync(path) && listsIn(path)).toBe(true));

function listsIn(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(database.prepare("SELECT count(*) AS n FROM reads WHERE list = 'apiKeys'").get()?.['n']) > 0;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

test('a new demo begins with a past in a journal of its own, which says that it is simulated, and gets no other at the next start', async () => {
  const { open, own, usual } = homeOfDemo();
  const first = await open();
  first.press('7', 'z', 'z');
  await first.see('Simulated up to here');
  expect(first.screen()[0]).toContain('DEMO');
  const { simulated } = counted(own);
  expect(simulated).toBeGreaterThan(1000);
  expect(existsSync(usual)).toBe(false);
  await quit(first);
  const second = await open();
  second.press('7', 'z', 'z');
  await second.see('Simulated up to here');
  expect(counted(own).simulated).toBe(simulated);
});

describe('nothing simulated gets among what was seen of a service', () => {
  test('a demo with the journal of a service has no past there', async () => {
    const { home, open } = homeOfDemo();
    const journal = join(home.folder, 'service.db');
    const service = await openMarket(STILL);
    const console = await openConsole({ args: [], env: { ...home.env, ...service.env, SPOTDECK_JOURNAL: journal } });
    await console.seeLoaded('14 bids');
    await recorded(journal);
    await quit(console);
    const before = counted(journal);
    const demo = await open(['--journal', journal]);
    demo.press('7', 'z', 'z');
    await demo.see('7 Activity');
    await soon(() => expect(reads(journal, 'demo ')).toBeGreaterThan(0));
    expect(counted(journal).simulated).toBe(0);
    expect(before.simulated).toBe(0);
    expect(demo.shows('SIMULATED')).toBe(false);
  });

  test('a service that gets the journal of a demo shows nothing of its past', async () => {
    const { home, open } = homeOfDemo();
    const journal = join(home.folder, 'demo.db');
    const demo = await open(['--journal', journal]);
    await recorded(journal);
    expect(counted(journal).simulated).toBeGreaterThan(1000);
    await quit(demo);
    const service = await openMarket(STILL);
    const console = await openConsole({
      args: [],
      env: { ...home.env, ...service.env, SPOTDECK_JOURNAL: journal },
      columns: 160,
      rows: 45,
    });
    await console.seeLoaded('14 bids');
    await soon(() => expect(reads(journal, 'http')).toBeGreaterThan(0));
    console.press('7', 'z', 'z');
    await console.see('7 Activity');
    expect(console.shows('SIMULATED')).toBe(false);
    expect(console.shows('embed-docs')).toBe(false);
    expect(counted(journal, "AND scope NOT LIKE 'demo %'").simulated).toBe(0);
  });

  test('a market in memory or in a file that is named has a past only when it is asked for', async () => {
    const { home, open, own, usual } = homeOfDemo();
    const without = await open(['--db', ':memory:']);
    without.press('7', 'z', 'z');
    await without.see('7 Activity');
    expect(without.shows('SIMULATED')).toBe(false);
    await quit(without);
    const having = await open(['--db', ':memory:', '--past']);
    having.press('7', 'z', 'z');
    await having.see('Simulated up to here');
    expect([existsSync(own), existsSync(usual)]).toEqual([false, false]);
    const file = join(home.folder, 'named.db');
    const named = await open(['--db', file]);
    named.press('7', 'z', 'z');
    await named.see('7 Activity');
    expect(named.shows('SIMULATED')).toBe(false);
    await recorded(own);
    expect(counted(own).simulated).toBe(0);
  });
});

/** Numbers of lists that were read of services whose names begin with a text. */
function reads(path: string, begin: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(
      database.prepare('SELECT count(*) AS n FROM reads WHERE substr(scope, 1, ?) = ?').get(begin.length, begin)?.['n'],
    );
  } finally {
    database.close();
  }
}

test('a demo from before goes on with the journal that it has, until --fresh', async () => {
  const { open, own, usual } = homeOfDemo();
  const first = await open();
  await recorded(own);
  await quit(first);
  // What a version before had: the same file under another name, without a past.
  renameSync(own, usual);
  const database = new DatabaseSync(usual);
  database.exec("DELETE FROM entries WHERE by = 'simulated'");
  database.close();
  const second = await open();
  second.press('3');
  second.type('nkept\t10\tus-east1-b\tBlock');
  second.press('Ctrl-S');
  await second.see('review');
  await answer(second, 'Enter');
  await second.see('Created the volume kept.');
  await quit(second);
  expect(existsSync(own)).toBe(false);
  expect(counted(usual)).toMatchObject({ simulated: 0 });
  expect(counted(usual).all).toBeGreaterThan(0);
  const third = await open(['--fresh']);
  third.press('7', 'z', 'z');
  await third.see('Simulated up to here');
  expect(counted(usual).simulated).toBe(0);
});
