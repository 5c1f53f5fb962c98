import type { ChildProcess } from 'node:child_process';
import { isUnroutable, parseDestination, sshArguments } from '../../contract/ssh-destination.ts';
import type { Clock } from '../../lib/clock.ts';
import { describeError } from '../../lib/os-error.ts';
import { closePipes, endGroup, endWithThis, killGroup, whenEnded } from '../../system/program-end.ts';
import { startProgram } from '../../system/start-program.ts';
import { system } from '../../system/system.ts';
import { type SshWay, sshCommand } from '../ssh/tmux-ssh.ts';
import { createDialogue } from './reader/dialogue.ts';
import { shortMessage } from './reader/fields.ts';
import { SCRIPT } from './reader/script.ts';
import { problemOf } from './reader/ssh-problem.ts';
import type { MachineProblem, SampleSource, SampleStream, StreamListener } from './source.ts';

/** Options of `ssh` before the operator's: the first value wins, in the operator's configuration too. */
const OPTIONS = [
  'BatchMode=yes',
  'ForwardAgent=no',
  'ForwardX11=no',
  'ClearAllForwardings=yes',
  'PermitLocalCommand=no',
  'RemoteCommand=none',
  'RequestTTY=no',
  'ControlMaster=no',
  'UpdateHostKeys=no',
  'AddKeysToAgent=no',
  'ConnectTimeout=10',
  'ConnectionAttempts=1',
  'ServerAliveInterval=10',
  'ServerAliveCountMax=3',
  'LogLevel=ERROR',
];
/** Flags after the operator's options, where the last one wins: no agent, no X11, no terminal. */
const FLAGS = ['-a', '-x', '-T'];
/**
 * Becomes `ssh`, after starting a guard in its process group. The guard's input is a pipe of this program: when it ends, because this
 * program was killed, all of the group ends, whatever the machine does.
 */
const GUARDED = `command -v ssh >/dev/null || { echo "ssh can't be started: it is not installed" >&2; exit 255; }
(exec <&3 >/dev/null 2>&1 3<&-; read -r _; sleep 1; kill -9 0) &
exec ssh "$@" 3<&-`;
/** Most characters of stderr that are kept. */
const MOST_STDERR = 8192;

/** The arguments of `ssh` that read a machine; null for a text that is no address, or one that never answers. */
export function machineArguments(way: SshWay, address: string): readonly string[] | null {
  const destination = parseDestination(address);
  if (destination === null || isUnroutable(destination)) return null;
  const options = [...OPTIONS.flatMap((option) => ['-o', option]), ...way.options, ...FLAGS];
  return [...sshCommand({ user: way.user, options }, sshArguments(destination)), 'exec sh'];
}

/** The source that reads machines over the system's `ssh`, with the script sent over stdin. */
export function machinesOverSsh(way: () => SshWay, clock: Clock = system().clock): SampleSource {
  return {
    simulated: false,
    open: ({ destination }, everyMs, listener) => {
      const args = machineArguments(way(), destination);
      if (args === null)
        return failedStream(clock, listener, { kind: 'bad-address', message: shortMessage(destination) });
      try {
        const child = startProgram('/bin/sh', ['-c', GUARDED, 'sh', ...args], {
          kind: 'remote',
          // No program asks for a password.
          values: { SSH_ASKPASS: undefined, SSH_ASKPASS_REQUIRE: 'never' },
          detached: true,
          stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
        });
        return streamOver(child, clock, everyMs, listener);
      } catch (error) {
        // For example arguments or variables that are too long for the system.
        return failedStream(clock, listener, notStarted(error));
      }
    },
  };
}

function failedStream(clock: Clock, { ended }: StreamListener, problem: MachineProblem): SampleStream {
  return { close: clock.after(0, () => ended(problem)) };
}

function notStarted(error: unknown): MachineProblem {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  // Too many processes or open files pass; a program that is not there has to be installed.
  const kind = code === 'ENOENT' || code === 'EACCES' ? 'no-ssh' : 'closed';
  return { kind, message: `ssh can't be started: ${describeError(error)}` };
}

function streamOver(child: ChildProcess, clock: Clock, everyMs: number, listener: StreamListener): SampleStream {
  const { pid, stdin, stdout } = child;
  let stderr = '';
  let open = true;

  /** Ends the stream once; what `ssh`, or a program that it started, still prints is not read. */
  const close = (): void => {
    open = false;
    dialogue.stop();
    endGroup(child, clock);
    closePipes(child);
  };
  const end = (problem: MachineProblem): void => {
    if (!open) return;
    close();
    listener.ended(problem);
  };
  const dialogue = createDialogue({ clock, everyMs, listener, failed: end, send: (text) => stdin?.write(text) });

  endWithThis(child);
  child.on('error', (error) => end(notStarted(error)));
  // The guard, and what `ssh` may have left.
  if (pid !== undefined) child.on('exit', () => killGroup(pid, 'SIGKILL'));
  whenEnded(
    child,
    (code, signal) =>
      end(problemOf({ code, signal, stderr, greeted: dialogue.greeted(), instead: dialogue.instead() })),
    clock,
  );
  // A connection that ends while a request is written: the exit says why.
  stdin?.on('error', () => undefined);
  stdout?.setEncoding('utf8').on('data', dialogue.receive);
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-MOST_STDERR);
    dialogue.receiveStderr(chunk);
  });
  stdin?.write(SCRIPT);
  return { close };
}
