import * as bounds from './bounds.ts';
import * as losses from './losses.ts';
import * as odd from './odd.ts';
import type { AttackRow } from './row.ts';
import * as small from './small.ts';
import * as terminals from './terminals.ts';

const ONE = { texts: 1, doors: 1, exits: 1 } as const;
/** Losses without any report. */
export const lossRows: readonly AttackRow[] = [
  {
    id: 'full-disk',
    group: 'losses',
    enters: 'stdout on a disk that is full',
    tries: '`get`, `ssh-config`, `doctor`, `config` and others behind `>`',
    happens: 'exit code 1 and one line; only a reader that goes away is no failure',
    tried: { texts: 1, doors: losses.PRINTERS, exits: 1 },
    proof: losses.fullDisk,
    asProgram: true,
  },
  {
    id: 'gone-reader',
    group: 'losses',
    enters: 'stdout',
    tries: '`| head -1`',
    happens: 'ends quietly, with 0',
    tried: ONE,
    proof: losses.goneReader,
    asProgram: true,
  },
  {
    id: 'part-lists',
    group: 'losses',
    enters: 'a cursor that repeats, pages without end, rows that cannot be read',
    tries: 'a list printed by `get` as if it were whole',
    happens: 'a line on stderr and exit code 1; `--partial` takes it',
    tried: { texts: losses.ENDING_PLACES, doors: 1, exits: 2 },
    proof: losses.partLists,
  },
  {
    id: 'secret-full-disk',
    group: 'losses',
    enters: 'the disk, when a secret comes that is shown only once',
    tries: '`api-key create` with `--save` and with `--show-secret` where nothing can be written',
    happens: 'without room nothing is asked for; a secret that could not be printed is never a success',
    tried: { texts: 1, doors: 2, exits: 1 },
    proof: losses.secretsOnFullDisk,
    asProgram: true,
  },
  {
    id: 'pipes',
    group: 'losses',
    enters: 'a pipe, a folder or a device where a file should be',
    tries: 'a console that does not show its lists or that `q` does not end',
    happens: 'the console works and ends',
    tried: { texts: 1, doors: 5, exits: 1 },
    proof: small.pipesAsFiles,
  },
  {
    id: 'few-files',
    group: 'losses',
    enters: 'a limit of 24 or 28 open files',
    tries: 'a failure of the runtime on stderr',
    happens: 'a sentence, never a stack',
    tried: { texts: 1, doors: 2, exits: 1 },
    proof: small.fewFiles,
    asProgram: true,
  },
];

/** Attacks on memory and time. */
export const boundRows: readonly AttackRow[] = [
  {
    id: 'long-texts',
    group: 'memory and time',
    enters: 'names, regions and statuses',
    tries: 'texts of one and of three million characters',
    happens: 'pane, detail, palette, filter and copy menu open at once',
    tried: { texts: bounds.LONG_TEXTS, doors: 3, exits: 5 },
    proof: bounds.longTexts,
  },
  {
    id: 'slow-texts',
    group: 'memory and time',
    enters: 'names, prices, addresses, keys, times, web pages as errors',
    tries: 'texts on which a careless pattern takes for ever',
    happens: 'no command takes noticeably longer',
    tried: { texts: bounds.SLOW_TEXTS, doors: 8, exits: 5 },
    proof: bounds.slowTexts,
  },
  {
    id: 'deep',
    group: 'memory and time',
    enters: 'answers',
    tries: 'JSON nested a hundred thousand deep, as list, field and error',
    happens: 'a sentence, or the rows; never a stack',
    tried: { texts: 3, doors: 2, exits: 1 },
    proof: bounds.deepAnswers,
  },
  {
    id: 'bombs',
    group: 'memory and time',
    enters: 'compressed answers on all five lists at once',
    tries: 'a gigabyte out of a megabyte',
    happens: 'the lists say what is wrong; the program keeps below 400 MiB',
    tried: { texts: 1, doors: 5, exits: 1 },
    proof: bounds.bombs,
    asProgram: true,
  },
  {
    id: 'token-programs',
    group: 'memory and time',
    enters: '`token_command`',
    tries: 'a program that is not there, prints without end, prints control characters, or fails',
    happens: 'one line and exit code 2, or 3 where there is no token in it, within seconds',
    tried: { texts: 4, doors: 1, exits: 1 },
    proof: small.tokenPrograms,
  },
];

/** Odd services, programs, files and environments. */
export const oddRows: readonly AttackRow[] = [
  {
    id: 'own-keys',
    group: 'small doors',
    enters: '`~/.ssh`',
    tries: 'public keys that are pipes, folders, megabytes or hostile texts',
    happens: 'the console begins and ends as ever',
    tried: { texts: 5, doors: 1, exits: 1 },
    proof: odd.ownKeys,
  },
  {
    id: 'waits',
    group: 'memory and time',
    enters: '`Retry-After`',
    tries: 'centuries, nothing, less than nothing, no number',
    happens: 'the service is not flooded; a command ends; `R` asks at once',
    tried: { texts: odd.WAIT_TEXTS, doors: 1, exits: 2 },
    proof: odd.longWaits,
  },
  {
    id: 'values',
    group: 'small doors',
    enters: 'every field of every list',
    tries: 'numbers beyond measure, halves, other types, prices that are none',
    happens: 'a row that cannot be read is told; the others are shown, summed and sorted',
    tried: { texts: odd.ODD_VALUES, doors: 45, exits: 2 },
    proof: odd.oddValues,
  },
  {
    id: 'environments',
    group: 'small doors',
    enters: '`TERM`, `HOME`, `PATH`, `TZ`, `LANG`, proxies and others',
    tries: 'nothing, folders that are none, control characters',
    happens: 'the command works, or says why not in one line',
    tried: { texts: odd.ENVIRONMENT_COUNT, doors: 1, exits: 1 },
    proof: odd.oddEnvironments,
    // Node itself reads some of them.
    asProgram: true,
  },
];

/** Smaller entries. */
export const smallRows: readonly AttackRow[] = [
  {
    id: 'umask',
    group: 'small doors',
    enters: 'a umask of zero',
    tries: 'files and folders that others can write or read, compiled code among them',
    happens: 'whatever the program makes is yours alone',
    tried: { texts: 1, doors: 3, exits: 1 },
    proof: small.openUmask,
    asProgram: true,
  },
  {
    id: 'debugger',
    group: 'small doors',
    enters: 'SIGUSR1',
    tries: 'to have the runtime listen for a debugger',
    happens: 'it does not listen, and the console goes on',
    tried: ONE,
    proof: terminals.debuggerSignal,
    asProgram: true,
  },
  {
    id: 'environment',
    group: 'small doors',
    enters: '`NODE_TLS_REJECT_UNAUTHORIZED`, `NODE_OPTIONS`, proxies',
    tries: 'to weaken or listen in unseen',
    happens: '`doctor` names each',
    tried: { texts: 3, doors: 1, exits: 1 },
    proof: small.weakEnvironment,
  },
  {
    id: 'empty-token',
    group: 'small doors',
    enters: '`SPOTDECK_TOKEN`',
    tries: 'a token that is empty, blank or a line feed',
    happens: 'signed out, exit code 3; nothing is asked',
    tried: { texts: 3, doors: 1, exits: 1 },
    proof: small.emptyToken,
  },
  {
    id: 'token-back',
    group: 'small doors',
    enters: 'names, errors and heads in which the service says the token',
    tries: 'to have it kept in journal, recording or logs',
    happens: 'no file has it',
    tried: { texts: 1, doors: 4, exits: 4 },
    proof: small.tokenSaidBack,
  },
  {
    id: 'market',
    group: 'small doors',
    enters: 'requests to the embedded market, some of them from a web page',
    tries: 'deep JSON, other content types, another host, quantities beyond measure, `__proto__`',
    happens: 'refused with the status for it; the market goes on',
    tried: { texts: 9, doors: 1, exits: 1 },
    proof: small.marketRequests,
    needs: ['curl'],
    asProgram: true,
  },
  {
    id: 'others-link',
    group: 'small doors',
    enters:
      'a symbolic link of another user in a shared folder, where the journal or the database of the market is to be',
    tries: 'to have a file of the operator made, or written over',
    happens: 'it is not followed, and a sentence says so; own links and those of root are',
    tried: { texts: 2, doors: 2, exits: 1 },
    proof: [
      {
        file: 'test/stories/others-files.test.ts',
        test: 'no symbolic link of another user is followed for the journal or the database of the market; the own ones are',
      },
    ],
  },
];
