import type { ChildProcess } from 'node:child_process';
import { isUnroutable, parseDestination, sshArguments } from '../../contract/ssh-destination.ts';
import type { Clock } from '../../lib/clock.ts';
import { describeError } from '../../lib/os-error.ts';
import { closePipes, endGroup, endWithThis, killGroup, startProgram, whenEnded } from '../../system/programs.ts';
import { system } from '../../system/system.ts';
import { type SshWay, sshCommand } from '../ssh/ssh-login.ts';
import { createDialogue } from './reader/dialogue.ts';
import { shortMessage } from './reader/fields.ts';
import { SCRIPT } from './reader/script.ts';
import type { MachineProblem, SampleSource, SampleStream, StreamListener } from './reading.ts';

/** Options of `ssh` before the operator's: the first value wins. */
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
/** Flags after the operator's options: the last one wins. */
const FLAGS = ['-a', '-x', '-T'];
/**
 * Starts a guard and becomes `ssh`. When this program is killed, the guard's input ends and it kills the whole group.
 */
const GUARDED = `command -v ssh >/dev/null || { echo "ssh can't be started: it is not installed" >&2; exit 255; }
(exec <&3 >/dev/null 2>&1 3<&-; read -r _; sleep 1; kill -9 0) &
exec ssh "$@" 3<&-`;
const MOST_STDERR = 8192;

/** Arguments of `ssh` to read a machine; null for an unusable address. */
export function machineArguments(way: SshWay, address: string): readonly string[] | null {
  const destination = parseDestination(address);
  if (destination === null || isUnroutable(destination)) return null;
  const options = [...OPTIONS.flatMap((option) => ['-o', option]), ...way.options, ...FLAGS];
  return [...sshCommand({ user: way.user, options }, sshArguments(destination)), 'exec sh'];
}

/** Reads machines over the system's `ssh`; the script goes over stdin. */
export function machinesOverSsh(way: () => SshWay, clock: Clock = system().clock): SampleSource {
  return {
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
        // For example arguments too long for the system.
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
  // Too many processes or open files pass; a missing program has to be installed.
  const kind = code === 'ENOENT' || code === 'EACCES' ? 'no-ssh' : 'closed';
  return { kind, message: `ssh can't be started: ${describeError(error)}` };
}

function streamOver(child: ChildProcess, clock: Clock, everyMs: number, listener: StreamListener): SampleStream {
  const { pid, stdin, stdout } = child;
  let stderr = '';
  let open = true;

  /** Ends the stream once and reads no further output. */
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
  // The guard, and anything left by `ssh`.
  if (pid !== undefined) child.on('exit', () => killGroup(pid, 'SIGKILL'));
  whenEnded(
    child,
    (code, signal) =>
      end(problemOf({ code, signal, stderr, greeted: dialogue.greeted(), instead: dialogue.instead() })),
    clock,
  );
  // A connection may end during a request: the exit tells why.
  stdin?.on('error', () => undefined);
  stdout?.setEncoding('utf8').on('data', dialogue.receive);
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-MOST_STDERR);
    dialogue.receiveStderr(chunk);
  });
  stdin?.write(SCRIPT);
  return { close };
}

/** Output of `ssh` for each problem, first match first: a failed jump host also closes the connection. */
const PRINTED: readonly { readonly kind: MachineProblem['kind']; readonly pattern: RegExp }[] = [
  {
    kind: 'changed-host-key',
    pattern: /host identification has changed|host key for .* has changed|host key .*revoked/i,
  },
  { kind: 'unknown-host', pattern: /no .*host key is known|host key verification failed/i },
  { kind: 'no-key', pattern: /permission denied \(|too many authentication failures|no more authentication methods/i },
  { kind: 'no-ssh', pattern: /^ssh can't be started/ },
  {
    kind: 'bad-config',
    pattern: /bad configuration option|bad owner or permissions|command-line:? line|terminating, \d+ bad/i,
  },
  { kind: 'bad-name', pattern: /could not resolve hostname|name or service not known/i },
  { kind: 'refused', pattern: /connection refused/i },
  { kind: 'timeout', pattern: /timed out|not responding/i },
  { kind: 'unreachable', pattern: /no route to host|is unreachable|host is down/i },
  { kind: 'closed', pattern: /./ },
];

/** Exit code of `ssh` itself; others are the remote program's. */
const SSH_FAILED = 255;

/** `instead` is output in place of the hello. */
type SshEnd = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  readonly greeted: boolean;
  readonly instead: string;
};

function problemOf({ code, signal, stderr, greeted, instead }: SshEnd): MachineProblem {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const how = code === null ? (signal ?? 'a signal') : `code ${code}`;
  if (code === SSH_FAILED || code === null) {
    for (const { kind, pattern } of PRINTED) {
      const line = lines.findLast((one) => pattern.test(one));
      if (line !== undefined) return { kind, message: shortMessage(line.replaceAll('@', ' ')) };
    }
    return { kind: 'closed', message: `ssh ended with ${how}` };
  }
  if (greeted) return { kind: 'closed', message: `the shell of the machine ended with ${how}` };
  const message = shortMessage(lines.at(-1) ?? instead);
  return { kind: 'no-shell', message: message === '' ? `sh did not start: ended with ${how}` : message };
}
