import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Market, openConsole, openMarket } from '../../../driver/console.ts';
import { freshHome } from '../../../driver/environment.ts';
import { openProgram, runProgram } from '../../../driver/running.ts';
import { passes, soon } from '../../../driver/time.ts';
import { runAlone } from '../../../stories/script.ts';
import { BIDS, named, STILL } from '../../../stories/service.ts';
import { type Delivery, receiver } from '../receiver.ts';

/** The secret part of the address, as chat services have it in the path. */
const SECRET = 'services/T0SECRET/B0SECRET/x9y8z7';

/** Changes the limit price of a bid as another client of the service. */
async function changed(market: Market, name: string, price: string): Promise<void> {
  const bid = await named(market, BIDS, name);
  const answer = await fetch(`${market.origin}/v2/spot/bids/${bid?.['fid']}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${market.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ limit_price: price }),
  });
  expect(answer.status).toBe(200);
}

/** A home whose config file sends notifications to an address. */
function homeWith(origin: string, more = '') {
  const home = freshHome();
  onTestFinished(() => home.remove());
  const hook = join(home.folder, 'hook');
  writeFileSync(hook, `${origin}/${SECRET}\n`, { mode: 0o600 });
  const config = join(home.folder, 'config.toml');
  writeFileSync(config, `[[notify]]\nname = "team"\nurl_file = "${hook}"\ngroup_within = "0s"\n${more}`);
  return { ...home, hook, env: { ...home.env, SPOTDECK_CONFIG: config } };
}

const texts = (arrived: readonly Delivery[]): string => arrived.map(({ body }) => JSON.stringify(body)).join('\n');

/** The contents of all files in a folder, as latin1 so that no byte is lost. */
function contentsOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

test('a read-only console and a watch on one journal send each event once, to the secret address, which stands nowhere else', async () => {
  const market = await openMarket(STILL);
  const { origin, arrived, events } = await receiver((n) => (n % 2 === 0 ? 'fault' : 'ok'));
  const home = homeWith(origin);
  const { env, folder, hook } = home;
  const all = { ...env, ...market.env, SPOTDECK_READ_ONLY: 'true', SPOTDECK_DEBUG: join(folder, 'debug.log') };
  const console = await openConsole({ args: [], env: all });
  await console.seeLoaded('14 bids');
  const watch = openProgram(['watch'], home, all);
  await console.pane('activity');
  // Both know the fleet as it is.
  await passes(1000);
  for (const price of ['$1.75', '$1.80', '$1.85']) {
    await changed(market, 'render', price);
    await console.see(`${price}`);
    await soon(() => expect(texts(arrived)).toContain(price));
  }
  await soon(() => expect(events()).toHaveLength(3));
  console.do('quit');
  await console.ended();
  await watch.end('SIGTERM');
  expect(new Set(events()).size).toBe(3);
  expect(arrived.every(({ path }) => path === `/${SECRET}`)).toBe(true);
  writeFileSync(hook, '');
  expect(contentsOf(folder) + watch.out() + watch.errors() + console.raw()).not.toContain('T0SECRET');
});

test('notify --test says what each receiver answered, and ends with the code of the failure', async () => {
  const { origin, arrived } = await receiver((n) => (n === 0 ? 'ok' : 'gone'));
  const home = homeWith(origin);
  const first = await runProgram(['notify', '--test'], home);
  expect(first).toEqual({ code: 0, out: `team, ${origin}: delivered: it answered 200.\n`, err: '' });
  const second = await runProgram(['notify', '--test', 'team'], home);
  expect(second).toEqual({ code: 1, out: `team, ${origin}: refused: it answered 404.\n`, err: '' });
  expect(arrived[0]?.body).toMatchObject({ version: 1, test: true, events: [] });
  const unknown = await runProgram(['notify', '--test', 'nobody'], home);
  expect(unknown).toEqual({ code: 2, out: '', err: 'There is no target nobody.\nThere are: team.\n' });
});

test('notify lists targets with what waits for them', async () => {
  const market = await openMarket(STILL);
  const { origin } = await receiver();
  const home = homeWith(origin);
  const ran = (...args: readonly string[]) => runProgram(args, home, market.env);
  expect((await ran('notify')).out).toBe('team: begins with the next console, watch or autopilot.\n');
  expect((await ran('watch', '--once')).code).toBe(0);
  await changed(market, 'render', '$1.75');
  expect((await ran('watch', '--once')).code).toBe(0);
  expect((await ran('notify')).out).toMatch(/^team: json; 0 events wait; last delivered \S.*\.\n$/);
});

test('notify with targets for other profiles alone, such as the demo, needs no service', async () => {
  const { folder } = homeWith('https://hooks.example', 'profiles = ["demo"]\n');
  const SPOTDECK_CONFIG = join(folder, 'config.toml');
  const { status, stdout, stderr } = await runAlone(['notify'], { SPOTDECK_CONFIG });
  expect([status, stdout, stderr]).toEqual([0, 'team: not for this profile.\n', '']);
});

test('an address that is refused is not shown: the sentence has file and line, and what is allowed', async () => {
  const home = freshHome();
  onTestFinished(() => home.remove());
  const config = join(home.folder, 'config.toml');
  for (const [url, why] of [
    [`http://hooks.example/${SECRET}`, 'the URL begins with http:, which is allowed for this machine alone'],
    [`https://me:T0SECRET@hooks.example/`, 'the URL has a user name or a password in it'],
    [`ftp://hooks.example/${SECRET}`, 'the URL begins with ftp: and not with https:'],
    [`T0SECRET`, 'the URL is not an address'],
  ]) {
    writeFileSync(config, `[[notify]]\nname = "team"\nurl = "${url}"\n`);
    for (const command of [['config', 'check'], ['notify'], ['watch', '--once']]) {
      const { status, stdout, stderr } = await runAlone(command, { SPOTDECK_CONFIG: config });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`${config}, line 3: ${why}`);
      expect(stderr).not.toContain('T0SECRET');
    }
  }
});
