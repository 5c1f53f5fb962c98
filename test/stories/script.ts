import { onTestFinished } from 'vitest';
import { type Market, openMarket } from '../driver/console.ts';
import { freshHome, type Home, type Variables } from '../driver/environment.ts';
import { type ProgramEnd, runProgram } from '../driver/running.ts';
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
    run: (args, env = {}) => runProgram(args, home, { ...own.env, ...env }),
  };
}

/** The program without a terminal and without a service, as a pipe or CI runs it. */
export async function runAlone(
  args: readonly string[],
  env: Variables = {},
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
  const home = freshHome();
  onTestFinished(() => home.remove());
  const { code, out, err } = await runProgram(args, home, env);
  return { status: code, stdout: out, stderr: err };
}
