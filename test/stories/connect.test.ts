import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Console, type Market, openConsole, openMarket } from '../driver/console.ts';
import { acceptOnLoopback } from '../driver/loopback.ts';
import { asStart, emptyService, fill, isFirstScreen, NONE, type Start, sharedFolder } from './connect-form.ts';
import { openScript } from './script.ts';
import { STILL } from './service.ts';

/** An address where nothing listens. */
const REFUSED = 'http://127.0.0.1:1023';

/** Opens the form that connects, from the first screen. */
async function openForm(start: Start = {}): Promise<Console> {
  const console = await openConsole({ ...asStart(start), started: isFirstScreen });
  console.press('c');
  await console.see('Connect to a service');
  await console.see(/▸ Address\*/);
  return console;
}

/** The address, project and token of a market, as the form asks for them. */
const fieldsOf = ({ origin, project, token }: Market): readonly (string | undefined)[] => [
  origin,
  project,
  undefined,
  token,
];

test('a connection is tried field by field, saved once it works, and the next start opens it directly', async () => {
  const market = await openMarket(STILL);
  const folder = sharedFolder();
  const console = await openForm({ folder });
  fill(console, [REFUSED, 'proj_other', undefined, 'wrong-token', undefined]);
  console.press('Enter');
  await console.see(/✖ The service at 127.0.0.1:1023 refused the connection\. Check/);
  await console.see(/▸ Address\*/);
  console.press('Ctrl-U');
  console.type(market.origin);
  console.press('Ctrl-S');
  await console.see('✖ The service did not accept the token: Invalid credentials.');
  await console.see(/▸ Token\*/);
  console.press('Ctrl-U');
  console.paste(market.token);
  console.press('Ctrl-S');
  await console.see('✖ The service does not know this project: Project proj_other');
  await console.see(/▸ Project\*/);
  expect(existsSync(folder)).toBe(false);
  console.press('Ctrl-U');
  console.type(market.project);
  console.press('Ctrl-S');
  await console.seeLoaded('14 bids');
  await console.see('default ▸ proj_demo');
  expect(readFileSync(join(folder, 'config.toml'), 'utf8')).toBe(
    `[profiles.default]\nbase_url = "${market.origin}"\nproject = "${market.project}"\n`,
  );
  const token = join(folder, 'tokens', 'default');
  expect(readFileSync(token, 'utf8').trim()).toBe(market.token);
  expect([token, join(folder, 'config.toml')].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(console.raw()).not.toContain(market.token);
  expect(console.raw()).not.toContain('wrong-token');
  console.press('q');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  const next = await openConsole(asStart({ folder }));
  await next.seeLoaded('14 bids');
});

test('a project in which nothing is may have a wrong name: that is asked once, before it is saved; doctor says it too', async () => {
  const { env } = await emptyService(NONE);
  const folder = sharedFolder();
  const console = await openForm({ folder });
  fill(console, [env.SPOTDECK_BASE_URL, 'proj_typo', undefined, 'token-of-mine', undefined]);
  console.press('Ctrl-S');
  await console.see('✖ proj_typo has no bids, instances, volumes or SSH keys: is');
  await console.see(/▸ Project\*/);
  expect(existsSync(folder)).toBe(false);
  console.press('Ctrl-U');
  console.type('proj_new');
  console.press('Ctrl-S');
  await console.see('✖ proj_new has no bids');
  console.press('Ctrl-S');
  await console.see('default ▸ proj_new');
  await console.see('If there should be some, the name of the project may be wrong: P shows another one.');
  expect(readFileSync(join(folder, 'config.toml'), 'utf8')).toContain('project = "proj_new"');
  const { run } = await openScript();
  expect((await run(['doctor'], env)).out).toMatch(/project +proj_new has no bids, instances, volumes or SSH keys/);
});

test('each empty required field is reported, and a wrong address, source and name before any request', async () => {
  const console = await openForm();
  console.press('Ctrl-S');
  for (const label of ['Address', 'Project', 'Token']) await console.see(`✖ ${label} is required.`);
  fill(console, ['ftp://compute.example.com', 'p', 'cloud', 't', 'two words']);
  console.press('Ctrl-S');
  await console.see('✖ Type an http or https address');
  await console.see('✖ Choose one of file, keyring, program, environment.');
  await console.see('✖ A name has up to 40 letters');
  await console.see(/Project\* +p/);
});

test.each([
  {
    what: 'a name that is not known',
    address: 'http://nowhere.invalid',
    says: 'The name in nowhere.invalid could not',
  },
  {
    what: 'a service that does not speak HTTP',
    address: 'telnet',
    says: 'The response could not be read: it is not HTTP',
  },
  { what: 'no TLS', address: 'https', says: 'There is no https at' },
])('$what is an error of the address', async ({ address, says }) => {
  const port = await acceptOnLoopback((socket) => socket.once('data', () => socket.end('220 hello\r\n')));
  const typed = address.includes('://') ? address : `${address === 'https' ? 'https' : 'http'}://127.0.0.1:${port}`;
  const console = await openForm({ env: { SPOTDECK_ALLOW_PLAIN_HTTP: 'true' } });
  fill(console, [typed, 'proj_demo', undefined, 'token-of-mine']);
  console.press('Ctrl-S');
  await console.see(says);
  await console.see(/▸ Address\*/);
});

test('Esc stops a connection that hangs, keeps what was typed, and saves nothing', async () => {
  const folder = sharedFolder();
  const port = await acceptOnLoopback(() => undefined);
  const console = await openForm({ folder });
  fill(console, [`http://127.0.0.1:${port}`, 'proj_demo', undefined, 'token-of-mine']);
  console.press('Ctrl-S');
  await console.see(`Connecting to http://127.0.0.1:${port}… 1 s`);
  console.press('Esc');
  await console.see(/Address\* +http:\/\/127/);
  await console.see(/Token\* +\*+/);
  expect(existsSync(folder)).toBe(false);
  console.press('Esc');
  await console.see('The input in this form will be lost.');
});

test('a profile that can not be saved leaves no token behind, and the form says why', async () => {
  const market = await openMarket(STILL);
  const folder = sharedFolder();
  mkdirSync(join(folder, 'tokens'), { recursive: true });
  mkdirSync(join(folder, 'config.toml.d'));
  writeFileSync(join(folder, 'tokens', 'old'), 'kept\n', { mode: 0o600 });
  const console = await openForm({ folder });
  fill(console, [...fieldsOf(market), 'old']);
  console.press('Enter');
  await console.see(/✖ There is a file/);
  await console.see(/▸ Token is in\*/);
  expect(readFileSync(join(folder, 'tokens', 'old'), 'utf8')).toBe('kept\n');
  console.press('Tab', 'Tab');
  console.type('new');
  // Someone else makes the config file unreadable as one in the meantime.
  mkdirSync(join(folder, 'config.toml'));
  console.press('Enter');
  await console.see(/config\.toml can't be read: it is a folder/);
  expect(readdirSync(join(folder, 'tokens'))).toEqual(['old']);
});

test('a program gives the token: its error is under its field, and it is asked again at the next start', async () => {
  const market = await openMarket(STILL);
  const folder = sharedFolder();
  const vault = join(folder, '..', 'my vault');
  writeFileSync(
    vault,
    `#!/bin/sh\necho "$1" | grep -q gpu || { echo no such entry >&2; exit 1; }\necho ${market.token}\n`,
  );
  chmodSync(vault, 0o700);
  const console = await openForm({ folder });
  fill(console, [market.origin, market.project, 'program', `'${vault}' cpu`]);
  console.press('Ctrl-S');
  await console.see(/✖ The program .+ gave/);
  await console.see(/▸ Program\*/);
  console.press('Backspace', 'Backspace', 'Backspace');
  console.type('gpu');
  console.press('Ctrl-S');
  await console.seeLoaded('14 bids');
  expect(readFileSync(join(folder, 'config.toml'), 'utf8')).toContain(`token_command = [ "${vault}", "gpu" ]`);
  expect(existsSync(join(folder, 'tokens'))).toBe(false);
  expect(console.raw()).not.toContain(market.token);
  const next = await openConsole(asStart({ folder }));
  await next.seeLoaded('14 bids');
});

test('a variable gives the token, and nothing of it is kept', async () => {
  const market = await openMarket(STILL);
  const folder = sharedFolder();
  const env = { GPU_TOKEN: market.token };
  const console = await openForm({ folder, env });
  fill(console, [market.origin, market.project, 'environment', 'OTHER_TOKEN']);
  console.press('Ctrl-S');
  await console.see('✖ There is no token in OTHER_TOKEN.');
  await console.see(/▸ Variable\*/);
  console.press('Ctrl-U');
  console.type('GPU_TOKEN');
  console.press('Ctrl-S');
  await console.seeLoaded('14 bids');
  expect(readFileSync(join(folder, 'config.toml'), 'utf8')).toContain('token_env = "GPU_TOKEN"');
  expect(readdirSync(folder)).toEqual(['config.toml']);
  const next = await openConsole(asStart({ folder, env }));
  await next.seeLoaded('14 bids');
});

test('without a keyring the form says so where it was chosen, and a file works instead', async () => {
  const market = await openMarket(STILL);
  const folder = sharedFolder();
  const console = await openForm({ folder, env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } });
  fill(console, [market.origin, market.project, 'keyring', market.token]);
  console.press('Ctrl-S');
  await console.see("✖ The system's keyring can't be used");
  await console.see(/▸ Token is in\*/);
  expect(existsSync(join(folder, 'config.toml'))).toBe(false);
  console.press('Ctrl-U');
  console.type('file');
  console.press('Ctrl-S');
  await console.seeLoaded('14 bids');
});

test('the palette connects to another service beside the first, which stays the default', async () => {
  const [market, other] = [await openMarket(STILL), await openMarket({ seed: 8, speed: 0, project: 'proj_two' })];
  const folder = sharedFolder();
  const first = await openForm({ folder });
  fill(first, fieldsOf(market));
  first.press('Ctrl-S');
  await first.seeLoaded('14 bids');
  first.type(':another service\r');
  await first.see('Connect to a service');
  fill(first, [...fieldsOf(other), 'default']);
  first.press('Enter');
  await first.see('✖ There is a profile default already.');
  first.press('Ctrl-U');
  first.type('other');
  first.press('Enter');
  await first.see('other ▸ proj_two');
  first.type('P');
  await first.see(/default +profile/);
  await first.see(/other +profile/);
  first.press('Enter');
  await first.see('default ▸ proj_demo');
  const script = await openScript(market);
  const config = { SPOTDECK_CONFIG: join(folder, 'config.toml') };
  const bare = { SPOTDECK_BASE_URL: undefined, SPOTDECK_TOKEN: undefined, SPOTDECK_PROJECT: undefined, ...config };
  expect((await script.run(['profiles'], bare)).out).toMatch(/default[\s\S]*other/);
  expect((await script.run(['get', 'bids', 'render', '--columns', 'name'], bare)).code).toBe(0);
});

test('an address without http:// is tried with https:// first, then, on this machine, without TLS', async () => {
  const market = await openMarket(STILL);
  const folder = sharedFolder();
  const console = await openForm({ folder });
  fill(console, [market.origin.replace('http://', ''), market.project, undefined, market.token]);
  console.press('Ctrl-S');
  await console.seeLoaded('14 bids');
  expect(readFileSync(join(folder, 'config.toml'), 'utf8')).toContain(`base_url = "${market.origin}"`);
});

test('P shows another project, and Ctrl-s there saves it in the profile, whose comments stay', async () => {
  const market = await openMarket(STILL);
  const folder = sharedFolder();
  const console = await openForm({ folder });
  fill(console, [market.origin, market.project, undefined, market.token]);
  console.press('Ctrl-S');
  await console.seeLoaded('14 bids');
  const path = join(folder, 'config.toml');
  const written = readFileSync(path, 'utf8').replace('project = "proj_demo"', 'project = "proj_demo"  # ours');
  writeFileSync(path, written);
  console.do('switch');
  console.type('proj_next');
  await console.see('proj_next project');
  console.press('Ctrl-S');
  await console.see('proj_next is saved as the project of default.');
  await console.see('default ▸ proj_next');
  expect(readFileSync(path, 'utf8')).toBe(written.replace('proj_demo', 'proj_next'));
});
