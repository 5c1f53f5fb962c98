import type { MachineProblem, Reading } from '../reading.ts';

/** Why a machine, or its GPUs, can't be read. */
export type MachineTrouble = MachineProblem['kind'] | 'no-gpu' | 'driver' | 'hangs';

/**
 * A word or two, and a sentence on the remedy. `login` is a key or a command; `again` is empty for machines not tried
 * again.
 */
export type TroubleWords = {
  readonly word: string;
  readonly remedy: (login: string, again?: typeof AGAIN | '') => string;
};

const AGAIN = ' It is tried again.';

/** Words of all troubles, for columns, details, `top` and docs. */
export const troubleWords: { readonly [Trouble in MachineTrouble]: TroubleWords } = {
  'no-address': {
    word: 'no address',
    remedy: () => 'The service shows no SSH address of it.',
  },
  'bad-address': {
    word: 'bad addr',
    remedy: () => 'Its address is invalid, or for documentation only.',
  },
  'no-key': {
    word: 'no key',
    remedy: (login) =>
      `It accepts none of your SSH keys. Add the right one to your SSH agent, then log in once with ${login}.`,
  },
  'unknown-host': {
    word: 'unknown host',
    remedy: (login) => `Log in once with ${login} to accept the host key.`,
  },
  'changed-host-key': {
    word: 'host changed',
    remedy: (login) =>
      `Its host key is not the known one. If that is right, remove the old key with ssh-keygen -R, then log in with ${login}.`,
  },
  refused: { word: 'refused', remedy: (_, again = AGAIN) => `Its SSH port refuses connections.${again}` },
  unreachable: { word: 'unreachable', remedy: (_, again = AGAIN) => `No route to its address.${again}` },
  'bad-name': { word: 'bad name', remedy: (_, again = AGAIN) => `Its host name is not found.${again}` },
  timeout: { word: 'timeout', remedy: (_, again = AGAIN) => `It did not answer in time.${again}` },
  'no-shell': {
    word: 'no shell',
    remedy: (login) => `It accepts the login but does not run sh. Log in with ${login} to see why.`,
  },
  'too-much-output': {
    word: 'floods',
    remedy: (login) => `Too much output: the connection was ended. Log in with ${login} to see what its shell prints.`,
  },
  closed: { word: 'closed', remedy: (_, again = AGAIN) => `It closed the connection.${again}` },
  'bad-config': {
    word: 'bad config',
    remedy: (_, again = AGAIN) =>
      `The ssh of this computer refuses its configuration or your ssh_options. Correct them${again === '' ? '' : ', then press Ctrl-r'}.`,
  },
  'no-ssh': { word: 'no ssh', remedy: () => 'This computer has no program ssh. Install OpenSSH.' },
  'no-gpu': {
    word: 'no gpu',
    remedy: () => 'It has none of nvidia-smi, amd-smi and rocm-smi, or these see no GPU.',
  },
  driver: {
    word: 'driver',
    remedy: (login) => `Its GPU tool fails. Log in with ${login} and run it, for example nvidia-smi.`,
  },
  hangs: {
    word: 'hangs',
    remedy: (login) => `Its GPU tool does not end. Log in with ${login}: a GPU or its driver may hang.`,
  },
};

/** Null while it is read, and before the first try. */
export function troubleOf({ problem, sample }: Pick<Reading, 'problem' | 'sample'>): MachineTrouble | null {
  if (problem !== null) return problem.kind;
  return sample === null || sample.gpus.kind === 'read' ? null : sample.gpus.kind;
}

/** Output of `ssh` or the machine about its trouble; empty without any. */
export function troubleMessage({ problem, sample }: Pick<Reading, 'problem' | 'sample'>): string {
  if (problem !== null) return problem.message;
  return sample?.gpus.kind === 'driver' ? sample.gpus.message : '';
}
