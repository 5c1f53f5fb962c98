import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { node, program } from '../driver/built.ts';
import { type Market, openMarket } from '../driver/console.ts';
import { freshHome, type Home, type Variables } from '../driver/environment.ts';
import { type ProgramEnd, ranAs } from './ran-as.ts';
import { STILL } from './service.ts';

/** A person who writes scripts: a market that stands still, a home, and the program as a command. */
export type Script = {
  readonly market: Market;
  readonly home: Home;
  readonly run: (args: readonly string[], env?: Variables) => Promise<ProgramEnd>;
};

export async function openScript(market?: Market): Promise<Script> {
  const own = market ?? (await openMarket(STILL));
  const home = freshHome();
  onTestFinished(() => home.remove());
  return {
    market: own,
    home,
    run: (args, env = {}) => ranAs(node, [program, ...args], home, { ...own.env, ...env }),
  };
}

/** The program without a terminal and without a service, as a pipe or CI runs it. */
export function runAlone(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  options: readonly string[] = [],
) {
  const home = freshHome();
  const { status, stdout, stderr } = spawnSync(node, [...options, program, ...args], {
    cwd: home.folder,
    env: { ...home.env, ...env },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}
