import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { node } from '../driver/built.ts';
import { closeAfterTest } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { serveOnLoopback } from '../driver/loopback.ts';
import { openTerminal } from '../driver/terminal.ts';
import { ranAs } from '../stories/ran-as.ts';
import { type PlantedCopy, plant } from './planted-copy.ts';
import { files, line } from './planted-resource.ts';

/** A copy of the project with one more list: a contract file, a resource file and one line. */
let planted: PlantedCopy;
const program = (): string => planted.program;

beforeAll(async () => {
  planted = await plant(files, [line]);
  return planted.remove;
});

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

test('the types of an added list fit without any other change', () => planted.checkTypes());

test('the command line lists an added list, watches its changes and names it in help, completion and doctor', async () => {
  const { env, ...rest } = await service();
  expect(rest.address).toBe('203.0.113.7');
  const home = newHome();
  const spotdeck = (...args: readonly string[]) => ranAs(node, [program(), ...args], home, env);
  expect((await spotdeck('get', 'floating-ips')).out).toMatch(/^edge +203\.0\.113\.7/m);
  expect((await spotdeck('get', '--help')).out).toMatch(/floating-ips +name, address/);
  expect((await spotdeck('complete', 'get', 'fl')).out).toBe('floating-ips\n');
  expect((await spotdeck('complete', 'get', 'floating-ips', 'e')).out).toBe('edge\n');
  expect((await spotdeck('doctor')).out).toMatch(/^ok +floating-ips +1 rows in 1 page, \d+ ms$/m);
});

test('the journal records changes of an added list’s tracked fields', async () => {
  const floatingIp = await service();
  const home = newHome();
  const watchOnce = () => ranAs(node, [program(), 'watch', '--once'], home, floatingIp.env);
  expect((await watchOnce()).out).toBe('');
  floatingIp.address = '203.0.113.8';
  expect(JSON.parse((await watchOnce()).out)).toMatchObject({
    event: 'changed',
    list: 'floating-ips',
    name: 'edge',
    field: 'address',
    from: '203.0.113.7',
    to: '203.0.113.8',
  });
});

test('the console shows an added list with pane, keys and events, also from a recording', async () => {
  const floatingIp = await service();
  const home = newHome();
  const file = join(home.folder, 'session.rec');
  const open = (...args: readonly string[]) => {
    const terminal = openTerminal({
      command: node,
      args: [program(), ...args],
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
  floatingIp.address = '203.0.113.8';
  console.press('R', '7');
  await console.see(/edge: address 203\.0\.113\.7/);
  console.press('q');
  expect(await console.ended()).toEqual({ code: 0, signal: null });

  const replay = open('replay', file);
  await replay.see('REPLAY', { timeout: 20_000 });
  await replay.seeRows('Floating IPs', [/edge 203\.0\.113\./]);
  replay.press(')', '7');
  await replay.see(/edge: address 203\.0\.113\.7/);
  replay.press('8');
  await replay.seeSelected('Floating IPs', '203.0.113.8');
  replay.press('q');
  expect(await replay.ended()).toEqual({ code: 0, signal: null });
});
