import { PAYLOADS } from '../../../attacks/payloads.ts';
import type { AttackRow } from '../../../attacks/row.ts';
import * as rules from './rules.ts';

const ALL_TEXTS = 'every hostile text';

/** Attacks on rules. */
export const attacks: readonly AttackRow[] = [
  {
    id: 'rules-screen',
    group: 'commands',
    enters: 'names of bids that rules act on, and names of rules in the config file',
    tries: `${ALL_TEXTS}, in the pane of rules, its detail, notices, Activity and the history of a bid`,
    happens: 'shown as text, one line a row; nothing of the terminal changes',
    tried: { texts: PAYLOADS, doors: 2, exits: 5 },
    proof: rules.rulesOnScreen,
  },
  {
    id: 'rules-autopilot',
    group: 'commands',
    enters: 'names of bids that rules act on',
    tries: `${ALL_TEXTS}, in what \`spotdeck autopilot\` prints, as text and as NDJSON`,
    happens: 'one line an action',
    tried: { texts: PAYLOADS, doors: 1, exits: 2 },
    proof: rules.autopilotLines,
  },
  {
    id: 'rules-names',
    group: 'commands',
    enters: 'names of rules in the config file',
    tries: ALL_TEXTS,
    happens: 'refused with the reason, or shown as text',
    tried: { texts: PAYLOADS, doors: 1, exits: 1 },
    proof: rules.namesOfRules,
  },
  {
    id: 'others-journal',
    group: 'small doors',
    enters: 'a journal that belongs to another user, also when root runs the program',
    tries: 'to release, hold or forget what rules do',
    happens: 'it is not used and stays as it is; no rule acts, and a sentence says why',
    tried: { texts: 1, doors: 3, exits: 1 },
    proof: [
      {
        file: 'test/features/rules/stories/others-files.test.ts',
        test: 'a journal of another user is not used, and stays as it is: an autopilot sends nothing, and commands say why',
      },
    ],
  },
];
