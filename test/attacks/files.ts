import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { everywhere, inNames, NOTHING, openService, PROJECT, plainRows } from './doors.ts';
import { actingIn, expectNothingRan, expectSentence, expectUntouched, linesOf } from './harmless.ts';
import { type Payload, payloadsFor, setOutCanary } from './payloads.ts';
import { openProgram } from './program.ts';

/** Journal changed by an attacker: it is shown, and nothing in it acts. */
export async function hostileJournal(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const lists = inNames(payloads.slice(0, 20));
  const service = await openService({ ...NOTHING });
  const all = openProgram(service.env);
  const journal = join(all.home.folder, 'journal.db');
  await all.run(['watch', '--once', '--journal', journal]);
  service.say(lists);
  await all.run(['watch', '--once', '--journal', journal]);
  poisonJournal(journal, payloads);
  const { code, out } = await all.run(['watch', '--once', '--since', '1h', '--journal', journal]);
  expect(code).toBe(0);
  expect(actingIn(out)).toEqual([]);
  for (const line of linesOf(out)) expect(JSON.parse(line)).toMatchObject({ event: expect.any(String) });
  const console = await openConsole({ args: ['--journal', journal], env: service.env });
  await console.seeLoaded('1 Bids ─ 20');
  console.type('7zz');
  await console.see('observed');
  // A single event has a detail, or opens with its group.
  for (let page = 0; page < 4; page++) console.press('PgDn');
  console.press('Enter');
  await console.see(/When|▾/);
  if (console.screen().some((line) => line.includes('▾'))) console.press('Down', 'Enter');
  await console.see('When');
  console.press('Esc', 'z', 'z', '1', 'h');
  expectUntouched(console, payloads);
  expectNothingRan(canary);
}
/** Replaces every text in the events, and in the last snapshot of each list, with a hostile one. */
function poisonJournal(path: string, payloads: readonly Payload[]): void {
  const database = new DatabaseSync(path);
  const events = database.prepare('SELECT id, payload FROM entries').all();
  const change = database.prepare('UPDATE entries SET payload = ?, fid = ?, bid = ? WHERE id = ?');
  for (const [n, { id, payload: stored }] of events.entries()) {
    const payload = payloads[n % payloads.length];
    if (payload === undefined || typeof id !== 'number') continue;
    const poisoned = JSON.parse(String(stored), (name, value: unknown) =>
      typeof value === 'string' && !['kind', 'list', 'change', 'field', 'who', 'outcome', 'pane'].includes(name)
        ? payload.text
        : value,
    );
    change.run(JSON.stringify(poisoned), payload.text.replaceAll('\0', ''), payload.text.replaceAll('\0', ''), id);
  }
  database.close();
}
/** Hostile saved views, cached names and names in the config. */
export async function hostileOwnFiles(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 3), instances: plainRows('instances', 3) });
  const all = openProgram(service.env);
  const config = join(all.home.folder, 'config.toml');
  const quoted = (text: string): string => JSON.stringify(text.toWellFormed()).replaceAll('\u007f', '\\u007f');
  const names = payloads.map(({ text }, n) => `${n === 0 ? '"it_1"' : `"it_x${n}"`} = ${quoted(text)}`);
  writeFileSync(config, `[names]\n${names.join('\n')}\n[profiles.a]\nproject = "${PROJECT}"\n`);
  // Files of the program itself, with every name in them made hostile.
  await all.run(['complete', '--', 'bid', 'pause', '']);
  const cache = join(all.home.folder, '.cache', 'spotdeck');
  for (const name of readdirSync(cache).filter((one) => one.startsWith('names-'))) {
    const kept: unknown = JSON.parse(readFileSync(join(cache, name), 'utf8'));
    const hostile = Object.assign({}, kept, { names: payloads.map(({ text }) => text) });
    writeFileSync(join(cache, name), JSON.stringify(hostile), { mode: 0o600 });
  }
  const completed = await all.run(['complete', '--', 'bid', 'pause', '']);
  expect(actingIn(completed.out)).toEqual([]);
  const table = await all.run(['get', 'bids'], { SPOTDECK_CONFIG: config, SPOTDECK_PROFILE: 'a' });
  expectSentence({ ...table, out: table.out }, 'names in the config file');
  if (table.code === 0) expect(linesOf(table.out)).toHaveLength(4);
  const data = join(all.home.folder, '.local', 'share', 'spotdeck');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const view = (text: string): object => ({
    pane: 'bids',
    name: text,
    filter: text,
    sort: { column: 'name', descending: false },
    columns: null,
    group: text,
  });
  writeFileSync(
    join(data, 'views.json'),
    JSON.stringify({ version: 1, profiles: { default: { panes: {}, views: payloads.map(({ text }) => view(text)) } } }),
    { mode: 0o600 },
  );
  expectSentence(await all.run(['get', 'bids', '--view', 'none']), 'views');
  const console = await openConsole({
    args: [],
    env: { ...service.env, XDG_DATA_HOME: join(all.home.folder, '.local', 'share') },
  });
  await console.seeLoaded('1 Bids ─ 3');
  console.type(':view ');
  await console.see('view');
  expectUntouched(console, payloads);
  expectNothingRan(canary);
}
/** Files that the program writes: its log, its journal, its recording, its list of names. */
export async function ownFiles(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(everywhere(payloads));
  const { home } = openProgram();
  const [recording, debug, state] = [
    join(home.folder, 'night.spotdeck'),
    join(home.folder, 'debug.log'),
    join(home.folder, 'state'),
  ];
  const console = await openConsole({
    args: ['--record', recording, '--debug', debug, '--refresh', '0.5'],
    env: { ...service.env, XDG_STATE_HOME: state },
  });
  await console.seeLoaded(String(payloads.length));
  service.answer((_, response) => response.writeHead(500).end(payloads.map(({ text }) => text).join(' ')));
  console.do('refresh');
  await console.see('stale', { timeout: 10_000 });
  console.press('Ctrl-C');
  await console.ended();
  const files = [
    recording,
    debug,
    ...readdirSync(join(state, 'spotdeck')).map((name) => join(state, 'spotdeck', name)),
  ];
  for (const file of files)
    expect({ file, acting: actingIn(readFileSync(file, 'utf8')) }).toEqual({ file, acting: [] });
  expect(files.length).toBeGreaterThan(2);
  expectNothingRan(canary);
}
