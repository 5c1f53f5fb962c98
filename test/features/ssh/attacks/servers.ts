import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { NOTHING, openService, plainRows } from '../../../attacks/doors.ts';
import { actingIn, expectNothingRan, expectUntouched } from '../../../attacks/harmless.ts';
import { payloadsFor, setOutCanary } from '../../../attacks/payloads.ts';
import { openProgram, standIns } from '../../../attacks/program.ts';
import { openConsole } from '../../../driver/console.ts';
import { acceptOnLoopback } from '../../../driver/loopback.ts';

/** `tmux` and `ssh` with hostile output on stdout and stderr, and a failure. */
export async function programAnswers(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService({ ...NOTHING, instances: plainRows('instances', 2) });
  const { home, run } = openProgram(service.env);
  const bytes = join(home.folder, 'bytes');
  writeFileSync(bytes, payloads.map(({ text }) => text).join(' '));
  const answers = `cat '${bytes}'; cat '${bytes}' >&2`;
  const stand = standIns(home, { tmux: `${answers}; exit 1`, ssh: `${answers}; exit 0` });
  const found = await run(['doctor'], { PATH: stand.path, TMUX: '/tmp/none,1,0' });
  expect(actingIn(found.out + found.err)).toEqual([]);
  const console = await openConsole({
    args: [],
    env: { ...service.env, PATH: stand.path, TMUX: '/tmp/none,1,0', TMUX_PANE: '%0' },
  });
  await console.seeLoaded('2 Instances ─ 2');
  console.type('2s');
  await console.see('No session was opened');
  console.type('6');
  await console.see('not started');
  expectUntouched(console, payloads);
  expect(console.clipboard()).toBeNull();
  expectNothingRan(canary);
}

/** SSH servers that answer the probe with hostile bytes, without end, or not at all. */
export async function banners(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const text = payloads.map((payload) => payload.text).join(' ');
  const hosts = await Promise.all([
    acceptOnLoopback((socket) => socket.end(`SSH-2.0-${text}\r\n`)),
    acceptOnLoopback((socket) => socket.end(text)),
    acceptOnLoopback((socket) => flood(socket, 'SSH-2.0-')),
    acceptOnLoopback((socket) => flood(socket, '')),
    acceptOnLoopback((socket) => socket.destroy()),
  ]);
  const instances = plainRows('instances', hosts.length).map((one, n) => ({
    ...one,
    ssh_destination: `127.0.0.1:${hosts[n]}`,
  }));
  const service = await openService({ ...NOTHING, instances });
  const console = await openConsole({ args: [], env: { ...service.env, SPOTDECK_REACH: 'on' } });
  await console.seeLoaded(`2 Instances ─ ${hosts.length}`);
  console.type('2');
  await console.see(/no banner/, { timeout: 15_000 });
  await console.see(/up \d+/);
  expectUntouched(console, payloads);
  console.press('Ctrl-C');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  expectNothingRan(canary);
}

export const BANNERS = 5;

/** Sends without end, as fast as the reader takes it. */
function flood(socket: Socket, first: string): void {
  const block = Buffer.alloc(65_536, 'a');
  const more = (): void => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', more);
  socket.write(first, more);
}
