import type { ChildProcess, SpawnOptions } from 'node:child_process';
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
