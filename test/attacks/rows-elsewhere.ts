import type { AttackRow, Group, Proven } from './row.ts';

type Elsewhere = {
  readonly id: string;
  readonly group: Group;
  readonly enters: string;
  readonly tries: string;
  readonly happens: string;
  readonly file: string;
  readonly tests: readonly string[];
};

/** Attacks that tests in other folders go through with, in more depth than a table can. Each test counts as one. */
const ELSEWHERE: readonly Elsewhere[] = [
  {
    id: 'secret-real-disk',
    group: 'losses',
    enters: 'a disk that is really full, when a secret comes that is shown only once',
    tries: 'to have it lost',
    happens:
      'the modal stays and takes another place; a key whose secret is lost after all is named, with how to revoke it',
    file: 'test/stories/secret-kept.test.ts',
    tests: [
      'on a disk that is really full nothing is sent, and no file is left',
      'in the console the modal stays when the disk is full, says why, and saves elsewhere',
      'a key whose secret could not be written after all is named with how to revoke it',
      'with --show-secret as well, a secret that could not be written is printed',
      'a secret is in its file before anything is printed',
    ],
  },
  {
    id: 'killed-market',
    group: 'losses',
    enters: 'the embedded market, killed at random moments while it answers',
    tries: 'to have it forget a write that it answered',
    happens: 'none is lost, API keys included',
    file: 'test/faults/killed-market.test.ts',
    tests: ['a market that is killed at random moments has every write that it answered, API keys included'],
  },
  {
    id: 'claims',
    group: 'losses',
    enters: 'a busy journal, while bids are being preempted',
    tries: 'to have the program of `on_preempt` forgotten, or run twice',
    happens: 'it waits, and runs',
    file: 'test/commands/preempt-program.test.ts',
    tests: ['while the journal is busy the program waits, and runs when nobody can tell'],
  },
  {
    id: 'token-program-bounds',
    group: 'memory and time',
    enters: '`token_command`',
    tries: 'a program that does not end, will not hear, or leaves another one behind',
    happens: 'it is ended with what it started',
    file: 'test/commands/token-command.test.ts',
    tests: [
      'a program that does not end is stopped with all that it started, also when it will not hear',
      'a program that prints without end is stopped at 64 KiB, with what it started',
      'a program that ends and leaves another one with its output is not waited for',
    ],
  },
  {
    id: 'secret-in-memory',
    group: 'small doors',
    enters: 'the memory of the program, after a secret was shown',
    tries: 'to find the secret in it',
    happens: 'nothing in the program holds it once its modal is closed',
    file: 'test/stories/secret-forgotten.test.ts',
    tests: [
      'no copy of an API key is in memory when its modal is closed',
      'no line of a private key is in memory when it was saved and its modal is closed',
    ],
  },
  {
    id: 'read-only-profiles',
    group: 'small doors',
    enters: 'profiles with and without `read_only`',
    tries: 'to have one count for the other after a switch',
    happens: 'each counts for itself; the option for all, and it is named',
    file: 'test/stories/profiles.test.ts',
    tests: ['read_only counts for its own profile alone, and the sentence says so'],
  },
];

export const elsewhereRows: readonly AttackRow[] = ELSEWHERE.map(({ file, tests, ...row }) => ({
  ...row,
  tried: { texts: tests.length, doors: 1, exits: 1 },
  proof: tests.map((test): Proven => ({ file, test })),
}));
