import { elsewhere } from '../../../attacks/elsewhere.ts';
import { PAYLOADS } from '../../../attacks/payloads.ts';
import type { AttackRow } from '../../../attacks/row.ts';
import * as programs from './programs.ts';

const ALL_TEXTS = 'every hostile text';
const NAMES = 'names of bids and instances';

/** Attacks on programs of the operator. */
export const attacks: readonly AttackRow[] = [
  {
    id: 'tmux-commands',
    group: 'commands',
    enters: NAMES,
    tries: `${ALL_TEXTS}, as arguments of a custom command in a tmux window`,
    happens: 'each is one argument, letter for letter',
    tried: { texts: PAYLOADS, doors: 1, exits: 1 },
    proof: programs.tmuxCommands,
    needs: ['tmux'],
    asProgram: true,
  },
  {
    id: 'custom-commands',
    group: 'commands',
    enters: NAMES,
    tries: `${ALL_TEXTS}, as arguments and variables of custom commands, with a shell and without`,
    happens: 'each is one argument or variable; one that would be an option is not handed over',
    tried: { texts: PAYLOADS, doors: 1, exits: 3 },
    proof: programs.customCommands,
  },
  {
    id: 'program-output',
    group: 'commands',
    enters: 'what custom commands print',
    tries: `${ALL_TEXTS}, on stdout and stderr`,
    happens: 'shown as text',
    tried: { texts: PAYLOADS, doors: 2, exits: 1 },
    proof: programs.programOutput,
  },
  {
    id: 'on-preempt',
    group: 'commands',
    enters: 'names of bids that are being preempted',
    tries: `${ALL_TEXTS}, as arguments of the program of \`on_preempt\`, in notifications of the desktop`,
    happens: 'each is one argument; a notification is a plain text that begins with `spotdeck:`',
    tried: { texts: PAYLOADS, doors: 1, exits: 2 },
    proof: programs.onPreemption,
  },
  {
    id: 'on-preempt-option',
    group: 'commands',
    enters: 'names of bids that are being preempted',
    tries: '`--yes`, `-x`, `-oA=b` where the arguments have no `--`',
    happens: 'the program is not run for that bid, and Activity says why',
    tried: { texts: 3, doors: 1, exits: 1 },
    proof: programs.onPreemptionBare,
  },
  {
    id: 'on-preempt-program',
    group: 'commands',
    enters: 'the setting `on_preempt`',
    tries: '`{name}` in the place of the program itself',
    happens: 'refused at the start, with the reason',
    tried: { texts: 1, doors: 1, exits: 1 },
    proof: programs.onPreemptionProgram,
  },
  {
    id: 'preempted-at-start',
    group: 'small doors',
    enters: 'bids that are being preempted when the console starts',
    tries: 'to have `on_preempt` not run, or run again at the next start',
    happens: 'it runs once',
    tried: { texts: 1, doors: 2, exits: 1 },
    proof: programs.preemptedAtStart,
  },
  ...elsewhere([
    {
      id: 'code-of-others',
      group: 'commands',
      enters: 'placeholders in `on_preempt` and custom commands',
      tries:
        'to have a value read as code: by Python, Perl, Node, `awk`, `su`, `watch`, tmux, `ssh`, `eval`, `xargs`, shells within shells',
      happens: 'refused before anything runs, with the variable to use',
      file: 'test/features/commands/custom-command.test.ts',
      tests: ['%s is refused: a value of the service could become code'],
    },
    {
      id: 'hanging-programs',
      group: 'commands',
      enters: 'programs of `on_preempt` that hang, with others that ignore SIGTERM',
      tries: 'to keep other preemptions from being told',
      happens: 'they are ended as a whole after their time, and the others run',
      file: 'test/features/commands/preempt-hook.test.ts',
      tests: [
        'programs that hang are ended with all that they started, say so, and make room for the next ones',
        'of seven preemptions four run at once; those that wait when the console ends or is killed are told by the next one, once',
      ],
    },
    {
      id: 'inherited-secrets',
      group: 'commands',
      enters: 'tokens, passwords and loaders of code in the environment of spotdeck',
      tries: 'to reach a program that spotdeck starts',
      happens: 'a program gets only the variables that it needs, and those that `pass_variables` names',
      file: 'test/system/program-environment.test.ts',
      tests: [
        'a program of the kind %s has the usual variables and what it needs, and no other one',
        'that is the whole environment of a program that prints a token, of one in the background, and of a tool',
      ],
    },
    {
      id: 'claims',
      group: 'losses',
      enters: 'a busy journal, while bids are being preempted',
      tries: 'to have the program of `on_preempt` forgotten, or run twice',
      happens: 'it waits, and runs once',
      file: 'test/features/commands/preempt-hook.test.ts',
      tests: [
        'while the journal is locked no console runs the program, which is said after 10 seconds; then one runs it',
      ],
    },
  ]),
];
