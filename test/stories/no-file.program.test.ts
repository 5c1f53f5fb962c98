import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConsoleInShell, openMarket } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { STILL } from './service.ts';
import { pipeAt } from './shared-folder.ts';

test('with pipes for journal, views, logs and keys the console starts, reports it, works and ends', async () => {
  const market = await openMarket(STILL);
  const { folder, remove } = freshHome();
  const data = join(folder, 'data');
  const state = join(folder, 'state');
  pipeAt(join(data, 'spotdeck', 'journal.db'));
  pipeAt(join(data, 'spotdeck', 'views.json'));
  pipeAt(join(state, 'spotdeck', 'console.log'));
  pipeAt(join(folder, '.ssh', 'id.pub'));
  writeFileSync(join(folder, '.ssh', 'id'), '');
  const debug = pipeAt(join(folder, 'debug.log'));
  const console = await openConsoleInShell({
    args: ['--debug', debug],
    env: { ...market.env, HOME: folder, XDG_DATA_HOME: data, XDG_STATE_HOME: state },
  });
  await console.seeLoaded('14 bids');
  await console.see(/journal.db can't be used: it is a named pipe/);
  console.press('j');
  await console.seeSelected('Bids', 'sweep-c');
  console.do('quit');
  expect(await console.aftermath()).toEqual({ status: 0, canonical: true, echo: true, signals: true });
  remove();
});

test('requests are not logged over the console', async () => {
  const console = await openConsoleInShell({
    args: ['demo', '--db', ':memory:', '--debug', '/dev/tty'],
    started: (screen) => screen.shows('ended with'),
  });
  await console.see("Requests can't be logged to /dev/tty: the console is drawn there.");
  expect(await console.aftermath()).toMatchObject({ status: 2 });
});
