import type { MachineProblem } from '../source.ts';
import { shortMessage } from './fields.ts';

/** What `ssh` prints for each problem. The first that any line matches counts: a failed jump host also closes the connection. */
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

/** Exit code of `ssh` for its own failures; all others are of the remote program. */
const SSH_FAILED = 255;

/** How `ssh` ended: its exit code or signal, the end of its stderr, whether the script had greeted, and what came instead. */
export type SshEnd = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  readonly greeted: boolean;
  readonly instead: string;
};

/** Why a stream over `ssh` ended. */
export function problemOf({ code, signal, stderr, greeted, instead }: SshEnd): MachineProblem {
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
