import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PlantedCopy, plant } from '../../../architecture/planted-copy.ts';
import * as resource from '../../../architecture/planted-resource.ts';
import { node } from '../../../driver/built.ts';
import { closeAfterTest, openMarket } from '../../../driver/console.ts';
import { freshHome } from '../../../driver/environment.ts';
import { serveOnLoopback } from '../../../driver/loopback.ts';
import { runUntil } from '../../../driver/running.ts';
import { openTerminal } from '../../../driver/terminal.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { evidenceOf } from '../../../stories/evidence.ts';
import { ranAs } from '../../../stories/ran-as.ts';
import { STILL } from '../../../stories/service.ts';
import * as kind from './planted-kind.ts';

/** A copy of the project with one more list, one more kind of rule and one more format of notifications. */
let planted: PlantedCopy;
beforeAll(async () => {
  const format = '\n  pager: (message: string): object => ({ message }),';
  const chats = { file: 'src/features/notify/target.ts', after: 'export const CHATS = {', text: format };
  planted = await plant({ ...resource.files, ...kind.files }, [resource.line, ...kind.lines, chats]);
  return planted.remove;
});

test('the types of an added list, kind of rule and format of notifications fit without any other change', () =>
  planted.checkTypes());

/** Starts a service with one floating IP, whose address the test changes. */
async function service(): Promise<{ readonly env: Record<string, string>; address: string }> {
  const floatingIp = { address: '203.0.113.7', env: {} };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const rows =
      pathname === '/v2/floating-ips'
        ? [
            {
              fid: 'fip_1',
              name: 'edge',
              project: 'proj',
              created_at: '2026-01-01T00:00:00Z',
              address: floatingIp.address,
            },
          ]
        : [];
    const paged = pathname === '/v2/spot/bids' || pathname === '/v2/instances';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(paged ? { data: rows } : rows));
  });
  const env = {
    SPOTDECK_BASE_URL: await serveOnLoopback(server),
    SPOTDECK_TOKEN: 'a-token-for-it',
    SPOTDECK_PROJECT: 'proj',
  };
  return Object.assign(floatingIp, { env });
}

function newHome() {
  const home = freshHome();
  onTestFinished(home.remove);
  return home;
}

describe('a list is a contract file, a resource file and one line', () => {
  test('the command line lists an added list, watches its changes and names it in help, completion and doctor', async () => {
    const { env, ...rest } = await service();
    expect(rest.address).toBe('203.0.113.7');
    const home = newHome();
    const spotdeck = (...args: readonly string[]) => ranAs(node, [planted.program, ...args], home, env);
    expect((await spotdeck('get', 'floating-ips')).out).toMatch(/^edge +203\.0\.113\.7/m);
    expect((await spotdeck('get', '--help')).out).toMatch(/floating-ips +name, address/);
    expect((await spotdeck('complete', 'get', 'fl')).out).toBe('floating-ips\n');
    expect((await spotdeck('complete', 'get', 'floating-ips', 'e')).out).toBe('edge\n');
    expect((await spotdeck('doctor')).out).toMatch(/^ok +floating-ips +1 rows in 1 page, \d+ ms$/m);
  });

  test('the journal records changes of an added list’s tracked fields', async () => {
    const floatingIp = await service();
    const home = newHome();
    const watchOnce = () => ranAs(node, [planted.program, 'watch', '--once'], home, floatingIp.env);
    expect((await watchOnce()).out).toBe('');
    floatingIp.address = '203.0.113.8';
    expect(JSON.parse((await watchOnce()).out)).toMatchObject({
      event: 'changed',
      list: 'floating-ips',
      name: 'edge',
      field: 'address',
      old: '203.0.113.7',
      new: '203.0.113.8',
    });
  });

  test('the console shows an added list with pane, keys and events, also from a recording', async () => {
    const floatingIp = await service();
    const home = newHome();
    const file = join(home.folder, 'session.rec');
    const open = (...args: readonly string[]) => {
      const terminal = openTerminal({
        command: node,
        args: [planted.program, ...args],
        columns: 160,
        rows: 45,
        env: floatingIp.env,
      });
      closeAfterTest(terminal);
      return terminal;
    };
    const console = open('--record', file);
    await console.seeRows('Floating IPs', ['NAME ADDRESS AGE', 'edge 203.0.113.7'], { timeout: 20_000 });
    console.press('8');
    await console.seeSelected('Floating IPs', 'edge');
    console.press('?');
    await console.see('Go to the bids behind the floating IP');
    console.press('Esc');
    // What changes before the journal is open is how the list begins there, and no event: its picture in the header comes with it.
    await console.see(/running +▁/);
    floatingIp.address = '203.0.113.8';
    console.press('Ctrl-R', '7');
    await console.see(/edge: address 203\.0\.113\.7/);
    console.press('q');
    expect(await console.ended()).toEqual({ code: 0, signal: null });

    const replay = open('replay', file);
    await replay.see('REPLAY', { timeout: 20_000 });
    await replay.seeRows('Floating IPs', [/edge 203\.0\.113\./]);
    replay.type(':go to the end\r');
    replay.press('7');
    await replay.see(/edge: address 203\.0\.113\.7/);
    replay.press('8');
    await replay.seeSelected('Floating IPs', '203.0.113.8');
    replay.press('q');
    expect(await replay.ended()).toEqual({ code: 0, signal: null });
  });
});

const RULE = '[[rules]]\nname = "narrow"\nkind = "trim"\nbids = "train"\nmost = 1\n';

/** A home whose config file has a text. */
function homeWith(config: string) {
  const path = newPath();
  writeFileSync(path, config, { mode: 0o600 });
  const home = freshHome({ SPOTDECK_CONFIG: path });
  onTestFinished(home.remove);
  return home;
}

const spotdeck = (config: string, ...words: readonly string[]) =>
  ranAs(node, [planted.program, ...words], homeWith(config));

describe('a kind of rule is one file and its line in the table', () => {
  test('the config file may have it, and a wrong key or value is explained', async () => {
    expect((await spotdeck(RULE, 'config', 'check')).code).toBe(0);
    const refused = async (text: string) => (await spotdeck(text, 'config', 'check')).err;
    expect(await refused(RULE.replace('= 1', '= 0'))).toMatch(
      /, line 5: most is invalid\.\nAllowed: a whole number of running instances\. See docs\/rules\.md\./,
    );
    expect(await refused(RULE.replace('most', 'msot'))).toMatch(
      /, line 5: there is no key msot in this kind of rule\.\nDid you mean most\?/,
    );
    expect(await refused(RULE.replace('trim', 'cut'))).toMatch(
      /, line 3: kind is invalid\.\nAllowed: schedule, ladder, headroom, spread, idle, budget or trim\./,
    );
    expect(await refused(RULE.replace('bids = "train"\n', ''))).toContain('a rule has either bids, a filter, or set');
  });

  test('the JSON schema of the config file and the tables of the docs know it', async () => {
    const { out } = await spotdeck('', 'config', 'schema');
    expect(out).toMatch(/"const": "trim"/);
    expect(out).toMatch(/"most": \{/);
    await planted.script('scripts/docs.ts');
    const page = readFileSync(join(planted.folder, 'docs/rules.md'), 'utf8');
    expect(page).toContain('- `trim`: the bids it changes 15s, their instances 30s, the complete lists 20m');
    expect(page).toContain('- `too-wide` (trim): Its filter finds no bid.');
  });

  test('a rehearsal at a service says what it would do, and sends nothing', async () => {
    const evidence = await evidenceOf(await openMarket(STILL));
    const { env } = homeWith(RULE);
    const words = ['autopilot', '--dry-run'];
    const { code, out } = await runUntil(3, words, { ...env, ...evidence.env }, planted.program);
    expect(code).toBe(0);
    expect(out).toMatch(/^narrow: trim, rehearses\.$/m);
    expect(out).toMatch(/narrow: would pause train-\S+: \d+ running, 1 at most$/m);
    expect(evidence.writes()).toEqual([]);
  });

  test('two rules at odds over a bid are named', async () => {
    const night =
      '[[rules]]\nname = "night"\nkind = "schedule"\nbids = "train"\npause = "0 20 * * *"\nmax_cost = "$50"\n';
    const market = await openMarket(STILL);
    const { folder, env } = homeWith(`${RULE}${night}`);
    const { code, err } = await ranAs(
      node,
      [planted.program, 'autopilot', '--dry-run'],
      {
        folder,
        env: env,
        remove: () => undefined,
      },
      market.env,
    );
    expect(code).toBe(2);
    expect(err).toMatch(
      /The rules narrow and night both change train-\S+, and one would resume what the other pauses\./,
    );
  });

  test('the pane shows it with its settings', async () => {
    const { env } = homeWith(RULE);
    const terminal = openTerminal({
      command: node,
      args: [planted.program, 'demo', '--db', ':memory:', '--seed', '7', '--speed', '0'],
      columns: 160,
      rows: 45,
      env,
    });
    closeAfterTest(terminal);
    await terminal.see('14 bids', { timeout: 20_000 });
    terminal.press('A');
    await terminal.see(/narrow +trim +· rehearses/);
    terminal.press('Enter');
    await terminal.see(/Most +1 running instances/);
    terminal.press('Esc', 'q', 'q');
    expect(await terminal.ended()).toEqual({ code: 0, signal: null });
  });
});

test('an added format of notifications is in the schema of the config file, and what is sent has its shape', async () => {
  const sent: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    request.on('data', (part: Buffer) => sent.push(part.toString()));
    request.on('end', () => response.writeHead(204).end());
  });
  const url = await serveOnLoopback(server);
  const home = freshHome();
  onTestFinished(home.remove);
  const path = join(home.folder, 'config.toml');
  writeFileSync(path, `[[notify]]\nname = "team"\nformat = "pager"\nurl = "${url}"\n`);
  const spotdeck = (...args: readonly string[]) =>
    ranAs(node, [planted.program, ...args], home, { SPOTDECK_CONFIG: path });
  expect((await spotdeck('config', 'schema')).out).toContain('"pager"');
  expect(await spotdeck('notify', '--test')).toMatchObject({ code: 0 });
  expect(JSON.parse(sent.join(''))).toEqual({ message: expect.stringContaining('a test of team') });
});
