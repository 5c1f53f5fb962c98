import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inNames, NOTHING, openService, plainRows } from '../../../attacks/doors.ts';
import { actingIn, expectNothingRan, linesOf } from '../../../attacks/harmless.ts';
import { payloadsFor, setOutCanary } from '../../../attacks/payloads.ts';
import { openProgram, standIns } from '../../../attacks/program.ts';
import { called, configFor, consoleInTmux, expectArguments, soon } from '../../../attacks/stands.ts';
import { openConsole } from '../../../driver/console.ts';
import type { Terminal } from '../../../driver/terminal.ts';

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
export async function customCommands(): Promise<void> {
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
  console.press('w');
  console.do('runs');
  console.press('Enter');
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

/** Bid that is being preempted when the console starts: its program runs once, also after a restart of the console. */
export async function preemptedAtStart(): Promise<void> {
  const bids = plainRows('bids', 2).map((bid) => ({ ...bid, status: 'Preempting' }));
  const service = await openService({ ...NOTHING, bids });
  const { home } = openProgram();
  const stand = standIns(home, { note: '' });
  const env = {
    ...service.env,
    PATH: stand.path,
    XDG_DATA_HOME: join(home.folder, '.local/share'),
    SPOTDECK_ON_PREEMPT: '["note","{fid}"]',
  };
  for (const turn of [1, 2]) {
    const console = await openConsole({ args: ['--refresh', '0.5'], env });
    await console.seeLoaded('1 Bids ─ 2');
    await soon(`start ${turn}`, () => stand.calls('note').length === 2);
    console.press('Ctrl-C');
    await console.ended();
  }
  expect(stand.calls('note').flat().toSorted()).toEqual(['bid_0', 'bid_1']);
}
