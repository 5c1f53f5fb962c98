import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One switch: the same story passes as a program and in this process. */
export const runsPrograms = process.env['SPOTDECK_STORIES'] === 'programs';

/** `undefined` removes one. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A new home, with the environment of a fresh login. */
export type Home = {
  readonly folder: string;
  readonly env: Record<string, string>;
  remove(): void;
};

/** Passes on only PATH and the temp folder: CI, NO_COLOR, TMUX and others would change the screen. */
export function freshHome(changes: Variables = {}): Home {
  const folder = mkdtempSync(join(tmpdir(), 'h'));
  const inside = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const wanted: Variables = {
    PATH: process.env['PATH'],
    TMPDIR: process.env['TMPDIR'],
    // Shared, as all but an operator's first start have compiled code.
    NODE_COMPILE_CACHE: join(tmpdir(), 'compiled'),
    HOME: folder,
    XDG_CONFIG_HOME: inside('.config'),
    XDG_DATA_HOME: inside('.local/share'),
    XDG_STATE_HOME: inside('.local/state'),
    XDG_CACHE_HOME: inside('.cache'),
    XDG_RUNTIME_DIR: inside('.run'),
    SHELL: '/bin/sh',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    TERM: 'xterm-256color',
    COLORTERM: '',
    ...changes,
  };
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(wanted)) if (value !== undefined) env[name] = value;
  return { folder, env, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
