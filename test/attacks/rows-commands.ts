import { PAYLOADS } from './payloads.ts';
import * as programs from './programs.ts';
import type { AttackRow } from './row.ts';
import * as shells from './shells.ts';
import * as terminals from './terminals.ts';

const ALL_TEXTS = 'every hostile text';

/** Attacks by text that would run, become an option, or lead elsewhere. */
export const commandRows: readonly AttackRow[] = [
  ...(['bash', 'zsh', 'fish'] as const).map(
    (shell): AttackRow => ({
      id: `completion-${shell}`,
      group: 'commands',
      enters: 'names of bids',
      tries: `${ALL_TEXTS}, put into the line by Tab in ${shell}, and sent with Enter`,
      happens: 'each is one word; none runs, and none is an option',
      tried: { texts: PAYLOADS, doors: 1, exits: 1 },
      proof: () => shells.completed(shell),
      needs: [shell],
      asProgram: true,
    }),
  ),
  {
    id: 'completion-offers',
    group: 'commands',
    enters: 'names of bids, volumes, instances and keys',
    tries: `${ALL_TEXTS}, such as a bid called \`--yes\``,
    happens: 'one line each; a name that would be an option is not offered',
    tried: { texts: PAYLOADS, doors: 5, exits: 1 },
    proof: shells.offered,
  },
  {
    id: 'editor',
    group: 'commands',
    enters: 'startup scripts of bids',
    tries: `${ALL_TEXTS}, in the editor that \`Ctrl-E\` opens`,
    happens: 'the editor gets one path of the console’s making, and a text in which nothing acts',
    tried: { texts: PAYLOADS, doors: 1, exits: 1 },
    proof: programs.editor,
  },
  {
    id: 'curl',
    group: 'commands',
    enters: 'what was sent, and the project',
    tries: `${ALL_TEXTS}, in a request copied as a line for bash, zsh, fish and dash`,
    happens: 'one call of `curl`, and nothing else runs',
    tried: { texts: PAYLOADS + 1, doors: 1, exits: 4 },
    proof: programs.curlCopy,
  },
  {
    id: 'terminal-answers',
    group: 'commands',
    enters: 'answers of the terminal to what a machine asked it that you were logged in to',
    tries: 'keys that pause, cancel, place or quit, as title, colour, clipboard, version or setting',
    happens: 'answers are no keys, also when they come in pieces',
    tried: { texts: terminals.ANSWER_KEYS, doors: terminals.ANSWER_SHAPES, exits: 2 },
    proof: terminals.terminalAnswers,
  },
];
