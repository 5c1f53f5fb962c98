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

/** Attacks that tests in other folders carry out in more depth than a table can. Each test counts as one. */
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
      'on a full disk nothing is sent, and no file is left',
      'in the console the dialog stays when the disk is full, shows why, and saves elsewhere',
      'a key whose secret could not be written is named with how to revoke it',
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
    tests: ['a market that is killed at random times keeps every write that it answered, API keys included'],
  },
  {
    id: 'claims',
    group: 'losses',
    enters: 'a busy journal, while bids are being preempted',
    tries: 'to have the program of `on_preempt` forgotten, or run twice',
    happens: 'it waits, and runs',
    file: 'test/features/commands/preempt-hook.test.ts',
    tests: ['the program waits while the journal is locked, and runs when no claim is possible'],
  },
  {
    id: 'stopped',
    group: 'losses',
    enters: 'SIGSTOP, SIGCONT and what other programs write on the screen',
    tries: 'to leave the console without its keys, or on a screen that is drawn wrong',
    happens: 'it takes the terminal back and draws anew; what the runtime and libraries write goes to the log',
    file: 'test/stories/screen-kept.test.ts',
    tests: [
      'stopped by SIGSTOP and continued with fg the console has its keys and its screen again',
      'continued in the background it leaves the terminal to the shell until fg',
      'Ctrl-l redraws the whole screen after another program has written over it, also over a form',
      'output of libraries, threads and Node itself goes to the log while the console is on screen, not over the screen',
    ],
  },
  {
    id: 'full-memory',
    group: 'losses',
    enters: 'a memory that is full, a limit of open files',
    tries: 'to have the console end with the terminal raw, or with a stack of the runtime',
    happens: 'it ends in order and says why',
    file: 'test/stories/short-of.test.ts',
    tests: [
      'a console out of memory ends in order: the terminal restored, the reason shown, and not with 0',
      'a console that can open too few files reports that in one sentence, at any point where it meets the limit',
    ],
  },
  {
    id: 'rotation',
    group: 'losses',
    enters: 'SIGKILL, lost answers, refusals and a full disk at any step of the rotation of an API key',
    tries: 'to leave no key that works, a key that nobody knows of, or a secret that others can read',
    happens: 'at each moment a kept key works, the next run ends with one new key, and its file is for its owner alone',
    file: 'test/features/rotation/stories/rotation.test.ts',
    tests: [
      'whatever fails at any step of a rotation, a kept key works, and the next runs leave exactly one new key',
      'several faults in a row leave a kept key that works, and in the end exactly one new key',
    ],
  },
  {
    id: 'rotation-killed',
    group: 'losses',
    enters: 'SIGKILL of the program at each request of a rotation',
    tries: 'the same',
    happens: 'the same',
    file: 'test/features/rotation/stories/rotation-killed.test.ts',
    tests: [
      'SIGKILL at each request of a rotation, before it arrives and before its answer: a kept key works, and the next run ends with one new key',
    ],
  },
  {
    id: 'rotation-odd',
    group: 'losses',
    enters:
      'odd answers to a rotation: the secret, the snippet or the key that is in use, the identifier of another key, a revocation of the wrong key, of both or of none',
    tries:
      'to leave a rotation that neither goes on nor can be given up, no key that works, or a revoked key of somebody else',
    happens:
      'the old secret is kept until the new key works without it, only keys that are certainly of the rotation are revoked, and there is a way on or back',
    file: 'test/features/rotation/stories/rotation-odd.test.ts',
    tests: [
      'whatever an odd service and faults at any step do: a key that works is kept, no key of somebody else is revoked, and there is a way out',
      'a key of the rotation that somebody else may have made is left and named, and revoked only by its identifier',
    ],
  },
  {
    id: 'rotation-secret',
    group: 'small doors',
    enters: 'the secret of a new key: output, journal, record of the rotation, files',
    tries: 'to have it read by others',
    happens: 'it is only where the old one was, readable by its owner alone',
    file: 'test/features/rotation/stories/rotate.test.ts',
    tests: [
      'a token file has the new key after rotate --yes, readable only by its owner, and the old key is revoked',
      'the token of a program waits in a private file until its owner has put it there; then the old key is revoked',
    ],
  },
  {
    id: 'notify-address',
    group: 'small doors',
    enters: 'the address of a `[[notify]]`, which is a secret: errors, journal, log, output',
    tries: 'to have it read by others',
    happens: 'only its host is ever shown',
    file: 'test/features/notify/stories/notify.test.ts',
    tests: [
      'a read-only console and a watch on one journal send each event once, to the secret address, which stands nowhere else',
      'an address that is refused is not shown: the sentence has file and line, and what is allowed',
    ],
  },
  {
    id: 'notify-receiver',
    group: 'losses',
    enters: 'a receiver of notifications that fails, hangs, redirects, resets or answers a megabyte',
    tries: 'to lose events, to have them sent twice, to hold the console up',
    happens: 'each event arrives once, and nothing waits for the receiver',
    file: 'test/features/notify/notify.test.ts',
    tests: ['a receiver that fails half the time gets every event once, however many programs run, end and are killed'],
  },
  {
    id: 'metrics-names',
    group: 'small doors',
    enters: 'names, regions, types, statuses, projects, currencies and rules, in the labels of metrics',
    tries:
      'to end a label or a line, so that Prometheus reads a metric that nobody made; to have more series than it can hold',
    happens:
      'they are printable, cut and quoted; the first 200 values of a label and 2,000 combinations have series, the rest is `other` and counted',
    file: 'test/features/metrics/metrics.test.ts',
    tests: [
      'has names of the service printable and cut, so that none breaks a line or a label',
      'each label has a bounded number of values and each metric of series, and nothing is missing in a count',
      'what was seen first keeps its labels, and costs beyond the bounds keep their currency',
    ],
  },
  {
    id: 'metrics-readers',
    group: 'small doors',
    enters: 'the port of `spotdeck exporter`: other machines, web pages that give it another name',
    tries: 'to read what the fleet does and costs',
    happens:
      'other machines need the token of the exporter, pages are refused, and no metric has a token of the service',
    file: 'test/features/metrics/stories/exporter.test.ts',
    tests: [
      'on an address that others reach only those with the token, which appears nowhere',
      'on a loopback address all programs of the machine, but no web page that gives it another name',
      'serves what the market has: bids by status, and never a token',
    ],
  },
  {
    id: 'metrics-siege',
    group: 'memory and time',
    enters: 'the port of `spotdeck exporter`: 1,000 connections at a time, each opened again when it is closed',
    tries: 'to keep Prometheus out without having the token',
    happens:
      'a scrape with the token is answered within a second, on a connection from before and on a new one from the same address',
    file: 'test/features/metrics/stories/exporter.test.ts',
    tests: ['1,000 connections at a time from the address of Prometheus keep nobody out who has the token'],
  },
  {
    id: 'pipes-elsewhere',
    group: 'losses',
    enters: 'pipes and devices in the place of views, logs, keys and texts to be read',
    tries: 'to hold the console up for good',
    happens: 'refused in one sentence, at once',
    file: 'test/stories/no-file.test.ts',
    tests: [
      'with pipes for journal, views, logs and keys the console starts, reports it, works and ends',
      'a text from a pipe blocks nothing',
      'a pipe, a device or a folder in place of a file is refused in one sentence, at once',
    ],
  },
  {
    id: 'token-program-bounds',
    group: 'memory and time',
    enters: '`token_command`',
    tries: 'a program that does not end, will not hear, or leaves another one behind',
    happens: 'it is ended with what it started',
    file: 'test/config/token-command.test.ts',
    tests: [
      'a program that does not end is stopped with its children, also when it ignores SIGTERM',
      'a program that prints without end is stopped at 64 KiB, with its children',
      'a child that keeps the output of an ended program open delays nothing',
    ],
  },
  {
    id: 'held-outputs',
    group: 'memory and time',
    enters:
      'programs that `ssh`, own commands, tmux and `token_command` leave behind with their output open, and those that will not end',
    tries: 'to keep the console from ending',
    happens: '`q` ends the console within a second, and what will not end is killed',
    file: 'test/stories/quit-held.test.ts',
    tests: [
      'while a program that ssh started holds its output open',
      'runs and has started one that holds its output open',
      'does not end on SIGTERM',
      'after an own command that left one behind with its output: it counts as done',
      'has opened a window and holds its output open',
      'does not answer',
      'holds its output open after its end',
      'does not end',
      'ssh --all ends with its commands, though a connection that ssh keeps for later holds their output open',
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
      'no copy of an API key is in memory after its dialog closes',
      'no line of a private key is in memory after it was saved and its dialog closes',
    ],
  },
  {
    id: 'read-only-profiles',
    group: 'small doors',
    enters: 'profiles with and without `read_only`',
    tries: 'to have one count for the other after a switch',
    happens: 'each counts for itself; the option for all, and it is named',
    file: 'test/stories/profiles.test.ts',
    tests: ['read_only applies to its own profile only, and the notice says so'],
  },
  {
    id: 'licence-notices',
    group: 'small doors',
    enters: 'the package that is published',
    tries: 'to ship code of others without its notice',
    happens: 'the build writes the notice of every package in the bundle, and fails by name where one has no licence',
    file: 'test/architecture/notices.test.ts',
    tests: [
      'every package in the bundle, also a nested one, has a notice with its version',
      'no licence in the bundle requires more than its notice',
    ],
  },
  {
    id: 'openapi-references',
    group: 'small doors',
    enters: '`/openapi.json` of the embedded market',
    tries: 'references that lead nowhere or to themselves',
    happens: 'full schemas, which an independent validator holds the answers against',
    file: 'test/market/openapi.test.ts',
    tests: ['every reference leads to a schema with content, and no component is only a reference'],
  },
  {
    id: 'foreign-links',
    group: 'small doors',
    enters: 'the file of `--debug`, in a folder that others can write to',
    tries: 'a link or a file of another user in their place',
    happens: 'it is neither read nor written nor followed, and the reason is said',
    file: 'test/system/rotating-log.test.ts',
    tests: ['a link of another user is not followed, and a file of another user is not written; both are reported'],
  },
  {
    id: 'foreign-markets',
    group: 'small doors',
    enters: 'the files of the market and of its address, in such a folder',
    tries: 'to have a market of another user used or joined',
    happens: 'it is refused with the reason',
    file: 'test/market/database.test.ts',
    tests: [
      'a link or a file of another user is not used, and the reason is said',
      'the address of a market that another user has written is not used',
    ],
  },
  {
    id: 'joined-markets',
    group: 'small doors',
    enters: 'the ports of a market that was killed, taken by a program of another user',
    tries: 'to get the token of a console that had joined it, or to be shown as its market',
    happens:
      'nothing is sent before it has proved that it has the key of the market; the console goes on with the market itself',
    file: 'test/stories/joined-market.test.ts',
    tests: ['never sends its token to a program that takes the ports of a killed one, and goes on with a new token'],
  },
  {
    id: 'market-doors',
    group: 'small doors',
    enters: 'the port where consoles join a market',
    tries: 'to get in without its key, with another one, or with none',
    happens: 'no word of a request passes in either direction',
    file: 'test/market/joining.test.ts',
    tests: [
      'a console with another key reaches nothing, and sends nothing',
      'a market speaks to nobody who does not begin with its key',
    ],
  },
  {
    id: 'machine-tools',
    group: 'commands',
    enters: 'what the GPU tools of a machine print: names of GPUs and processes, messages of drivers',
    tries: 'to act on the terminal, to be more than one line, to forge a GPU',
    happens: 'each sample is bounded and safe to print, whatever its bytes',
    file: 'test/features/machines/reader/parse-sample.test.ts',
    tests: [
      'shows no terminal sequence and no endless message',
      'whatever bytes a machine sends, the sample is bounded and safe to print',
      'whatever stands in the fields of a tool, the sample is bounded and safe to print',
      'two lines with one index are one GPU, so that no row is there twice',
    ],
  },
  {
    id: 'machine-tools-ssh',
    group: 'commands',
    enters: 'the same, over a real SSH connection',
    tries: 'escape sequences in names, the arguments of a process, a message of a driver',
    happens: 'shown as text; arguments of processes are not read',
    file: 'test/features/machines/reader/tools.test.ts',
    tests: [
      'whose tool prints escape sequences shows them as harmless characters, and no arguments of a process',
      'with a driver that fails says what nvidia-smi printed',
    ],
  },
  {
    id: 'machine-words',
    group: 'commands',
    enters: 'what ssh, a banner or a shell prints in place of a sample',
    tries: 'to act on the terminal, or to be taken for a sample',
    happens: 'the reason why the machine is not read, as text',
    file: 'test/features/machines/reader/ssh-problems.test.ts',
    tests: ['a login that ends at once, with its words made harmless', 'fails with the words of its jump host'],
  },
  {
    id: 'machine-top',
    group: 'commands',
    enters: 'names of machines, GPUs and processes in `spotdeck top`',
    tries: 'escape sequences and formulas in tables, JSON, NDJSON and CSV',
    happens: 'shown as text; no cell is calculated',
    file: 'test/features/machines/stories/top.test.ts',
    tests: ['prints hostile names of machines and processes harmlessly in every format'],
  },
  {
    id: 'machine-placeholders',
    group: 'commands',
    enters: 'placeholders of own commands about GPUs',
    tries: 'names of GPUs and processes that a shell would run',
    happens: 'the values are numbers and lists of numbers, nothing else',
    file: 'test/features/machines/with-commands/placeholders.test.ts',
    tests: ['hostile text of a machine reaches no value'],
  },
  {
    id: 'machine-floods',
    group: 'memory and time',
    enters:
      'machines that print without end, before a sample, in one, from a GPU tool, or on stderr, also byte by byte',
    tries: 'to fill the memory of the console, to hold it up, or to cost it its processor',
    happens: 'the connection ends with a reason; a flood of a tool costs that sample only',
    file: 'test/features/machines/reader/ssh-problems.test.ts',
    tests: [
      'a machine that floods instead of greeting',
      'a machine that floods instead of a sample',
      'a machine that floods stderr',
    ],
  },
];

export const elsewhereRows: readonly AttackRow[] = ELSEWHERE.map(({ file, tests, ...row }) => ({
  ...row,
  tried: { texts: tests.length, doors: 1, exits: 1 },
  proof: tests.map((test): Proven => ({ file, test })),
}));
