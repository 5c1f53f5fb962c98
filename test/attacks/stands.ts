import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { program } from '../driver/built.ts';
import { closeAfterTest } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { openTerminal, type Terminal } from '../driver/terminal.ts';
import { soon as holdsSoon } from '../driver/time.ts';
import { actingIn } from './harmless.ts';
import type { Payload } from './payloads.ts';
import type { Stand } from './program.ts';

type InTmux = { readonly terminal: Terminal; readonly tmux: (...args: readonly string[]) => string };
/** Waits for a condition that no screen shows. */
export const soon = (what: string, so: () => boolean): Promise<void> => holdsSoon(() => expect(so(), what).toBe(true));

/** Waits until a program was called that often. The limit is for each further call: how many run in a second depends on the load. */
export async function called(stand: Stand, name: string, times: number): Promise<void> {
  const count = (): number => stand.calls(name).length;
  for (let now = count(); now < times; now = count())
    await holdsSoon(() => expect(count(), `${name}: ${now} of ${times} calls`).toBeGreaterThan(now));
}

/** Expects that each payload was passed once, as one argument after `--`, without any character that acts. */
export function expectArguments(calls: readonly (readonly string[])[], payloads: readonly Payload[]): void {
  expect(calls.filter(([dashes, , more]) => dashes !== '--' || more !== undefined)).toEqual([]);
  const texts = calls.map(([, text = '']) => text);
  expect(texts.flatMap((text) => actingIn(text))).toEqual([]);
  expect(texts.filter((text) => text.includes('\n'))).toEqual([]);
  const wrong = payloads.filter(({ mark }) => texts.filter((text) => text.includes(mark)).length !== 1);
  expect(wrong.map(({ id }) => id)).toEqual([]);
}

/** Opens the console as the first window of a new tmux. */
export async function consoleInTmux(env: Variables): Promise<InTmux> {
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

/** Writes a config file next to a service, with a custom command on bids and instances. */
export function configFor(service: { readonly env: Variables }, folder: string, lines: readonly string[]): Variables {
  const config = join(folder, 'config.toml');
  writeFileSync(config, `${lines.join('\n')}\n`);
  return { ...service.env, SPOTDECK_CONFIG: config };
}
