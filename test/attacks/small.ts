import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { program } from '../driver/built.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { STILL } from '../stories/service.ts';
import { NOTHING, openService, plainRows } from './doors.ts';
import { actingIn, linesOf } from './harmless.ts';
import { openProgram, runHere, standIns } from './program.ts';

/** Everything below a folder with its permissions. */
function openToOthers(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((dirent) => join(dirent.parentPath, dirent.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);
}

/** With a umask of zero, files of the program are still for their owner alone. */
export async function openUmask(): Promise<void> {
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 2) });
  const { home } = openProgram(service.env);
  const names = ['.config', '.cache', '.local/share', '.local/state'];
  const debug = join(home.folder, '.local/share/debug.log');
  for (const args of [
    ['complete', '--', 'bid', 'pause', ''],
    ['watch', '--once', '--debug', debug],
    ['get', 'bids'],
  ])
    await runHere('/bin/sh', ['-c', 'umask 0; exec "$@"', 'sh', process.execPath, program, ...args], {
      cwd: home.folder,
      env: home.env,
    });
  expect(names.flatMap((name) => openToOthers(join(home.folder, name)))).toEqual([]);
  expect(readdirSync(join(home.folder, '.cache', 'spotdeck')).length).toBeGreaterThan(0);
}

/** Variables that weaken or intercept connections: `doctor` names each. */
export async function weakEnvironment(): Promise<void> {
  const service = await openService();
  const { run } = openProgram(service.env);
  const variables = {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_OPTIONS: '--max-old-space-size=400',
    HTTPS_PROXY: 'socks5://127.0.0.1:1',
  };
  const { out } = await run(['doctor'], variables);
  for (const name of Object.keys(variables)) expect(out).toContain(name);
}

/** Invalid tokens: empty, blank, with line feeds. */
export async function emptyToken(): Promise<void> {
  const service = await openService();
  const { run } = openProgram(service.env);
  for (const token of ['', '  ', '\n']) {
    const { code, err } = await run(['get', 'bids'], { SPOTDECK_TOKEN: token });
    expect({ token, code }).toEqual({ token, code: 3 });
    expect(linesOf(err).length).toBeLessThanOrEqual(2);
  }
  expect(service.asked()).toEqual([]);
}

/** Token programs that do not exist, print without end, print hostile bytes, or fail. */
export async function tokenPrograms(): Promise<void> {
  const service = await openService();
  const all = openProgram({ ...service.env, SPOTDECK_TOKEN: undefined });
  const stand = standIns(all.home, {
    odd: `printf '\\033]0;owned\\007a\\nb\\n'`,
    fails: `echo no >&2; exit 3`,
  });
  const programs = [
    { command: '["/no/such/program"]', ends: 2 },
    { command: '["yes"]', ends: 2 },
    // A text that no header can carry is not a token, and is not sent.
    { command: `["${stand.folder}/odd"]`, ends: 3 },
    { command: `["${stand.folder}/fails"]`, ends: 3 },
  ];
  for (const { command, ends } of programs) {
    const config = join(all.home.folder, 'config.toml');
    writeFileSync(
      config,
      `[profiles.a]\nbase_url = "${service.origin}"\nproject = "proj_1"\ntoken_command = ${command}\n`,
    );
    const { code, out, err } = await all.run(['get', 'bids'], {
      SPOTDECK_CONFIG: config,
      SPOTDECK_BASE_URL: undefined,
      SPOTDECK_PROJECT: undefined,
    });
    expect({ command, code }).toEqual({ command, code: ends });
    expect(actingIn(out + err), command).toEqual([]);
    expect(linesOf(err).length, command).toBeLessThanOrEqual(2);
    expect(err.length, command).toBeLessThan(1000);
  }
}

/** Hostile requests to the embedded market: each gets the right error status, and the market goes on. */
export async function marketRequests(): Promise<void> {
  const market = await openMarket(STILL);
  const bid = {
    project: market.project,
    region: 'us-east1-b',
    instance_type: '1xl40s.us-east1-b',
    limit_price: '$0.90',
    name: 'x',
    instance_quantity: 1,
    launch_specification: { volumes: [], ssh_keys: [] },
  };
  const asked = async (body: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
    const answer = await fetch(`${market.origin}/v2/spot/bids`, {
      method: 'POST',
      headers: { authorization: `Bearer ${market.token}`, 'content-type': 'application/json', ...headers },
      body,
    });
    const text = await answer.text();
    expect(text).not.toMatch(/\bat .*:\d+:\d+/);
    return answer.status;
  };
  expect(await asked(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBe(400);
  expect(await asked(`{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBe(400);
  expect(await asked(JSON.stringify(bid), { 'content-type': 'text/plain' })).toBe(415);
  expect(await asked(JSON.stringify(bid), { 'content-type': 'application/x-www-form-urlencoded' })).toBe(415);
  expect(await asked(JSON.stringify({ ...bid, instance_quantity: 1e9 }))).toBe(422);
  expect(await asked(JSON.stringify({ ...bid, instance_quantity: -1 }))).toBe(422);
  expect(await asked(`{"__proto__":{"polluted":true},${JSON.stringify(bid).slice(1)}`)).toBeLessThan(500);
  // DNS rebinding: the name of a web page that resolves to this machine.
  const { port } = new URL(market.origin);
  for (const path of ['/openapi.json', '/v2/volumes']) {
    const ran = await runHere(
      'curl',
      ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', 'Host: evil.example', `http://127.0.0.1:${port}${path}`],
      { cwd: '/', env: { PATH: process.env['PATH'] } },
    );
    expect(Number(ran.out), path).toBeGreaterThanOrEqual(400);
    expect(Number(ran.out), path).toBeLessThan(500);
  }
  expect(await asked(JSON.stringify(bid))).toBe(201);
}

/** Service that returns the token in names, errors and heads: it is in no file. */
export async function tokenSaidBack(): Promise<void> {
  const service = await openService();
  const token = service.env['SPOTDECK_TOKEN'] ?? '';
  const { home } = openProgram();
  const [recording, debug] = [join(home.folder, 'night.spotdeck'), join(home.folder, 'debug.log')];
  const [state, data] = [join(home.folder, 'state'), join(home.folder, 'data')];
  const console = await openConsole({
    args: ['--record', recording, '--debug', debug, '--refresh', '0.5'],
    env: { ...service.env, XDG_STATE_HOME: state, XDG_DATA_HOME: data },
  });
  await console.seeLoaded('1 Bids ─ 0');
  service.say({ ...NOTHING, bids: plainRows('bids', 1).map((bid) => ({ ...bid, name: token, region: token })) });
  await console.see('1 Bids ─ 1');
  service.answer((_, response) =>
    response.writeHead(401, { 'www-authenticate': token }).end(JSON.stringify({ detail: token })),
  );
  console.do('refresh');
  await console.see('signed out');
  expect(console.line(44).includes(token)).toBe(false);
  console.press('Ctrl-C');
  await console.ended();
  const kept = [home.folder]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(
      (dirent) => dirent.isFile() && /spotdeck|debug|log|journal|views/.test(join(dirent.parentPath, dirent.name)),
    )
    .map((dirent) => join(dirent.parentPath, dirent.name));
  expect(kept.length).toBeGreaterThan(2);
  expect(kept.filter((path) => readFileSync(path).includes(token))).toEqual([]);
}

/** Files that are pipes or devices: the console still ends with `q`. */
export async function pipesAsFiles(): Promise<void> {
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 1) });
  const { home, run } = openProgram(service.env);
  const pipe = join(home.folder, 'pipe');
  mkdirSync(join(home.folder, 'folder'));
  await runHere('mkfifo', [pipe], { cwd: home.folder, env: { PATH: process.env['PATH'] } });
  for (const path of [pipe, join(home.folder, 'folder'), '/dev/null', '/dev/full']) {
    const console = await openConsole({ args: ['--journal', path], env: service.env });
    await console.seeLoaded('1 Bids ─ 1');
    console.press('q');
    expect({ path, ended: await console.ended() }).toEqual({ path, ended: { code: 0, signal: null } });
  }
  const read = await run(['replay', join(home.folder, 'folder')]);
  expect(read.code).not.toBe(0);
  expect(linesOf(read.err).length).toBeLessThanOrEqual(2);
}

/** Very few open files allowed: one sentence, no stack of the runtime. */
export async function fewFiles(): Promise<void> {
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 1) });
  const { home } = openProgram(service.env);
  for (const max of [24, 28]) {
    const ran = await runHere(
      '/bin/sh',
      ['-c', `ulimit -n ${max}; exec "$@"`, 'sh', process.execPath, program, 'get', 'bids'],
      { cwd: home.folder, env: home.env },
    );
    expect(ran.out + ran.err, `${max} files`).not.toMatch(/\n\s+at .*\(|node:internal/);
    if (ran.code !== 0) expect(linesOf(ran.err).length, `${max} files`).toBeLessThanOrEqual(3);
  }
}
