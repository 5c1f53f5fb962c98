import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { answer } from '../driver/answer.ts';
import { closeAfterTest, openConsole, program } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { openTerminal, type Terminal } from '../driver/terminal.ts';
import { inNames, NOTHING, openService, plainRows } from './doors.ts';
import { actingIn, expectNothingRan, linesOf } from './harmless.ts';
import { type Canary, type Payload, payloadsFor, setOutCanary } from './payloads.ts';
import { isHere, openProgram, type Stand, standIns } from './program.ts';

/** Waits for a condition that no screen shows. */
const soon = (what: string, so: () => boolean): Promise<void> =>
  expect.poll(so, { message: what, timeout: 10_000, interval: 20 }).toBe(true);
/** Waits until a program was called that often. The limit is for each further call: how many run in a second depends on the load. */
async function called(stand: Stand, name: string, times: number): Promise<void> {
  const count = (): number => stand.calls(name).length;
  for (let now = count(); now < times; now = count())
    await expect
      .poll(count, { message: `${name}: ${now} of ${times} calls`, timeout: 10_000, interval: 20 })
      .toBeGreaterThan(now);
}
/** Expects that each payload was passed once, as one argument after `--`, without any character that acts. */
function expectArguments(calls: readonly (readonly string[])[], payloads: readonly Payload[]): void {
  expect(calls.filter(([dashes, , more]) => dashes !== '--' || more !== undefined)).toEqual([]);
  const texts = calls.map(([, text = '']) => text);
  expect(texts.flatMap((text) => actingIn(text))).toEqual([]);
  expect(texts.filter((text) => text.includes('\n'))).toEqual([]);
  const wrong = payloads.filter(({ mark }) => texts.filter((text) => text.includes(mark)).length !== 1);
  expect(wrong.map(({ id }) => id)).toEqual([]);
}
type InTmux = { readonly terminal: Terminal; readonly tmux: (...args: readonly string[]) => string };
/** Opens the console as the first window of a new tmux. */
async function consoleInTmux(env: Variables): Promise<InTmux> {
  const socket = `attacks-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const terminal = openTerminal({
    command: 'tmux',
    args: ['-L', socket, '-f', '/dev/null', 'new', '-s', 'work', process.execPath, program],
    columns: 160,
    rows: 45,
    env,
  });
  closeAfterTest(terminal);
  onTestFinished(() => void spawnSync('tmux', ['-L', socket, 'kill-server']));
  await terminal.see('spotdeck', { timeout: 20_000 });
  return { terminal, tmux: (...args) => execFileSync('tmux', ['-L', socket, ...args], { encoding: 'utf8' }) };
}
/** `s` in a real tmux on instances with hostile names: one window each, with a plain name, that runs only `ssh`. */
export async function tmuxWindows(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(inNames(payloads));
  const stand = standIns(openProgram().home, { ssh: 'exec sleep 300' });
  const { terminal, tmux } = await consoleInTmux({ ...service.env, PATH: stand.path });
  await terminal.seeLoaded(`2 Instances ─ ${payloads.length}`);
  tmux('send-keys', '-t', 'work:0', '2');
  for (const [n] of payloads.entries()) {
    tmux('send-keys', '-t', 'work:0', 's');
    await soon(`window ${n}`, () => stand.calls('ssh').length > n);
    tmux('send-keys', '-t', 'work:0', 'j');
  }
  const names = linesOf(tmux('list-windows', '-t', 'work', '-F', '#{window_name}')).slice(1);
  expect(names).toHaveLength(payloads.length);
  expect(names.filter((name) => !/^[A-Za-z0-9._-]+$/.test(name))).toEqual([]);
  expect(stand.calls('ssh').toSorted()).toEqual(
    payloads.map((_, n) => ['-p', '22', '--', `root@127.0.1.${n}`]).toSorted(),
  );
  expectNothingRan(canary);
}
/** Writes a config file next to a service, with a custom command on bids and instances. */
function configFor(service: { readonly env: Variables }, folder: string, lines: readonly string[]): Variables {
  const config = join(folder, 'config.toml');
  writeFileSync(config, `${lines.join('\n')}\n`);
  return { ...service.env, SPOTDECK_CONFIG: config };
}
/** Custom command in tmux on rows with hostile names: each text is one argument of the program. */
export async function tmuxCommands(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(inNames(payloads));
  const stand = standIns(openProgram().home, { note: '' });
  const env = configFor(service, stand.folder, [
    '[[commands]]',
    'name = "Note"',
    'key = "w"',
    'panes = ["bids"]',
    'where = "terminal"',
    'run = ["note", "--", "{name}"]',
  ]);
  const { terminal, tmux } = await consoleInTmux({ ...env, PATH: stand.path });
  await terminal.seeLoaded(`1 Bids ─ ${payloads.length}`);
  tmux('send-keys', '-t', 'work:0', '*', 'w');
  await called(stand, 'note', payloads.length);
  expectArguments(stand.calls('note'), payloads);
  expectNothingRan(canary);
}
/** Custom commands in the background and in a shell: texts of the service are arguments or variables. */
export async function ownCommands(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(inNames(payloads));
  const stand = standIns(openProgram().home, { note: '', noted: '' });
  const env = configFor(service, stand.folder, [
    ...['[[commands]]', 'name = "Note"', 'key = "w"', 'panes = ["bids"]', 'run = ["note", "--", "{name}"]'],
    ...['[[commands]]', 'name = "Noted"', 'key = "J"', 'panes = ["bids"]', 'shell = true'],
    'run = \'noted -- "$SPOTDECK_NAME"\'',
    ...['[[commands]]', 'name = "Bare"', 'key = "B"', 'panes = ["bids"]', 'run = ["note", "{name}"]'],
  ]);
  const console = await openConsole({ args: [], env: { ...env, PATH: stand.path } });
  await console.seeLoaded(`1 Bids ─ ${payloads.length}`);
  console.type('*w');
  await called(stand, 'note', payloads.length);
  expectArguments(stand.calls('note'), payloads);
  console.type('J');
  await called(stand, 'noted', payloads.length);
  expectArguments(stand.calls('noted'), payloads);
  const before = stand.calls('note').length;
  const dashed = payloads.filter(({ text }) => text.startsWith('-')).length;
  console.type('B');
  await called(stand, 'note', before + payloads.length - dashed);
  expect(
    stand
      .calls('note')
      .slice(before)
      .filter(([first = '-']) => first.startsWith('-')),
  ).toEqual([]);
  expectNothingRan(canary);
}
/** Program with hostile output: the console shows the output, and nothing in it acts. */
export async function programOutput(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 1) });
  const { home } = openProgram();
  const bytes = join(home.folder, 'bytes');
  writeFileSync(bytes, `${payloads.map(({ text }) => text).join('\n')}\n`);
  const stand = standIns(home, { say: `cat '${bytes}'; cat '${bytes}' >&2` });
  const env = configFor(service, stand.folder, [
    ...['[[commands]]', 'name = "Say"', 'key = "w"', 'panes = ["bids"]', 'run = ["say"]'],
  ]);
  const console = await openConsole({ args: [], env: { ...env, PATH: stand.path } });
  await console.seeLoaded('1 Bids ─ 1');
  console.press('w', '&', 'Enter');
  // The last output is shown first.
  await console.see('hasOwnProperty');
  console.type('m02m');
  await console.see('2 lines');
  expectScreenWhole(console);
  expect(console.title()).toBe('');
  expect(console.notifications()).toEqual([]);
  expect(console.clipboard()).toBeNull();
  expectNothingRan(canary);
}
/** Expects that the frame is intact: the corners of the screen are in place. */
function expectScreenWhole(console: Terminal): void {
  expect(console.line(0)).toContain('spotdeck');
  expect(console.modes().alternateScreen).toBe(true);
}
/** A program on preemption gets hostile names as arguments, and none as an option. */
export async function onPreemption(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const lists = inNames(payloads);
  const service = await openService(lists);
  const stand = standIns(openProgram().home, { note: '', bare: '' });
  const console = await openConsole({
    args: ['--alerts', 'desktop', '--refresh', '0.5'],
    env: { ...service.env, PATH: stand.path, SPOTDECK_ON_PREEMPT: '["note","--","{name}"]' },
  });
  await console.seeLoaded(`1 Bids ─ ${payloads.length}`);
  service.say({ ...lists, bids: lists.bids.map((bid) => ({ ...bid, status: 'Preempting' })) });
  await called(stand, 'note', payloads.length);
  expectArguments(stand.calls('note'), payloads);
  await soon('a notification', () => console.notifications().length > 0);
  expect(console.notifications().filter((text) => !text.startsWith('spotdeck: ') || actingIn(text).length > 0)).toEqual(
    [],
  );
  expect(console.title()).toBe('');
  expect(console.clipboard()).toBeNull();
  expectNothingRan(canary);
}
/** A program on preemption without the two dashes: a name that would be an option is reported and not passed. */
export async function onPreemptionBare(): Promise<void> {
  const bids = plainRows('bids', 4).map((bid, n) => ({ ...bid, name: ['--yes', '-x', 'plain', '-oA=b'][n] }));
  const service = await openService({ ...NOTHING, bids });
  const stand = standIns(openProgram().home, { note: '' });
  const console = await openConsole({
    args: ['--refresh', '0.5'],
    env: { ...service.env, PATH: stand.path, SPOTDECK_ON_PREEMPT: '["note","{name}"]' },
  });
  await console.seeLoaded('1 Bids ─ 4');
  service.say({ ...NOTHING, bids: bids.map((bid) => ({ ...bid, status: 'Preempting' })) });
  await soon('the plain one', () => stand.calls('note').some(([first]) => first === 'plain'));
  console.press('7');
  await console.see(/--yes would be an option|would be an option/);
  expect(stand.calls('note')).toEqual([['plain']]);
}
/** Placeholder as the program itself: the service would choose what runs. */
export async function onPreemptionProgram(): Promise<void> {
  const service = await openService();
  const { run } = openProgram(service.env);
  const wrong = { SPOTDECK_ON_PREEMPT: '["{name}","x"]' };
  const asked = await run(['doctor'], wrong);
  expect(asked.code).toBe(2);
  expect(linesOf(asked.err).length).toBeLessThanOrEqual(2);
  // A command that runs no program names the setting, and goes on without it.
  const watched = await run(['watch', '--once'], wrong);
  expect([watched.code, watched.err]).toEqual([0, expect.stringContaining('SPOTDECK_ON_PREEMPT')]);
}
const SCRIPT = (payloads: readonly Payload[]): string =>
  payloads.map(({ text }) => text.replaceAll('\r', '')).join('\n');
/** The editor gets one path that the console made, and a text in which nothing acts. */
export async function editor(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const [bid] = inNames(payloads).bids;
  const service = await openService({
    ...NOTHING,
    bids: [
      {
        ...bid,
        launch_specification: { volumes: [], ssh_keys: [], startup_script: SCRIPT(payloads), kubernetes_cluster: null },
      },
    ],
  });
  const { home } = openProgram();
  const kept = join(home.folder, 'kept');
  const stand = standIns(home, { edit: `cat "$1" >'${kept}'` });
  const console = await openConsole({ args: [], env: { ...service.env, PATH: stand.path, EDITOR: 'edit' } });
  await console.seeLoaded('1 Bids ─ 1');
  console.press('N', 'Up', 'Up', 'Ctrl-E');
  await soon('the editor', () => stand.calls('edit').length === 1);
  expect(stand.calls('edit')[0]).toEqual([expect.stringMatching(/^\/[\w./-]+$/)]);
  await console.see('Startup script');
  expect(actingIn(readFileSync(kept, 'utf8').replaceAll('\t', ' '))).toEqual([]);
  expect(console.title()).toBe('');
  expectNothingRan(canary);
}
/** Request copied as a line for a shell, run in real shells: one call of `curl` with the exact text, and nothing else. */
export async function curlCopy(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService();
  const stand = standIns(openProgram().home, { curl: '' });
  // Texts that an operator can paste into a field of one line.
  const name = payloads.map(({ text }) => text.replace(/\p{Cc}/gu, ' ').toWellFormed()).join(' ');
  service.answer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const made = request.method === 'POST';
    response.writeHead(made ? 201 : 200).end(made ? '{"fid":"key_1","name":"made","public_key":"x"}' : '[]');
  });
  const project = `p'"$(${canary.commandFor('project')})`;
  const console = await openConsole({ args: [], env: { ...service.env, SPOTDECK_PROJECT: project } });
  await console.seeLoaded('4 SSH keys');
  console.press('4', 'n');
  await console.see('Create an SSH key');
  console.paste(name);
  console.press('Tab');
  console.paste(key());
  console.press('Ctrl-S');
  await console.see('Create an SSH key: review');
  await answer(console, 'Enter');
  await soon('the request', () => service.asked().includes('POST /v2/ssh-keys'));
  await console.gone('Create an SSH key');
  console.press('@');
  const COPIES = 10;
  for (let n = 0; n < COPIES; n++) console.press('y', 'Down');
  const copied = (): readonly string[] =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what puts a text into the clipboard (OSC 52)
    [...console.raw().matchAll(/\u001b\]52;c;([^\u0007\u001b]*)[\u0007\u001b]/g)].map(([, text = '']) =>
      Buffer.from(text, 'base64').toString(),
    );
  await soon('the copies', () => copied().length === COPIES);
  const post = copied().find((line) => line.includes('POST')) ?? '';
  for (const { mark } of payloads) expect(post).toContain(mark);
  expectOneCurl(post, stand, canary);
  expectOneCurl(copied().find((line) => !line.includes('POST')) ?? '', stand, canary);
}
/** Public key that every form accepts. */
const key = (): string =>
  `ssh-ed25519 ${Buffer.concat([Buffer.from('\0\0\0\x0bssh-ed25519\0\0\0 '), Buffer.alloc(32, 7)]).toString('base64')} me`;
function expectOneCurl(line: string, stand: Stand, canary: Canary): void {
  for (const shell of ['bash', 'zsh', 'fish', 'dash'].filter(isHere)) {
    const before = stand.calls('curl').length;
    const { status } = spawnSync(shell, ['-c', line], {
      env: { PATH: stand.path, SPOTDECK_TOKEN: 'x', HOME: '/nonexistent' },
    });
    expect({ shell, status }).toEqual({ shell, status: 0 });
    expect(stand.calls('curl')).toHaveLength(before + 1);
    expect(stand.calls('curl').at(-1)?.at(-1)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
  }
  expectNothingRan(canary);
}
