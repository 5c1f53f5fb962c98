import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { endGroup, endWithThis, whenEnded } from './program-end.ts';
import { type ProgramKind, programEnvironment } from './program-environment.ts';
import { system } from './system.ts';
import type { Environment } from './terminal.ts';

/** How a program is started. Its environment is built: `values` are variables of its own. */
export type ProgramStart = Pick<SpawnOptions, 'stdio' | 'detached'> & {
  readonly kind: ProgramKind;
  readonly values?: Environment;
};

/** Starts a program: the one place where spotdeck does. @throws the system's error, such as for arguments that are too long for it. */
export function startProgram(
  program: string,
  args: readonly string[],
  { kind, values, ...options }: ProgramStart,
): ChildProcess {
  return system().spawn(program, args, { ...options, env: programEnvironment(kind, values) });
}

/** Most characters that are kept of what is printed on stdout and on stderr, and the time to answer, in milliseconds. */
const MOST = 1024 * 1024;
const ANSWERS_MS = 5000;

/** What a program printed, and its exit code; null when a signal ended it. */
export type ProgramAnswer = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs a program that answers at once, and ends it when it does not. @throws the system's error when it can't be started. */
export async function answerOf(program: string, args: readonly string[]): Promise<ProgramAnswer> {
  const { clock } = system();
  const child = startProgram(program, args, { kind: 'tool', stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  endWithThis(child);
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      printed[name] = (printed[name] + chunk).slice(0, MOST);
    });
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ANSWERS_MS, () => endGroup(child));
    child.once('error', (error) => {
      cancel();
      reject(error);
    });
    whenEnded(child, (code) => {
      cancel();
      resolve({ code, ...printed });
    });
  });
}
