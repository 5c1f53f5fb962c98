import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether stories run as programs of their own, or in the process of the tests. One switch: the same story passes both ways. */
export const runsPrograms = process.env['SPOTDECK_STORIES'] === 'programs';

/** Variables for the program under test; `undefined` removes one. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** New home folder, with the environment of an operator who has just logged in there. */
export type Home = {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Deletes the folder. */
  remove(): void;
};

/**
 * Makes a new home. Of the tests' environment only PATH and the temp folder are passed on:
 * CI, NO_COLOR, FORCE_COLOR, TMUX, screen-reader switches and the program's own settings would each change the screen.
 */
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
    // Programs of all tests share their compiled code: an operator's starts but the first one have it, too.
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
