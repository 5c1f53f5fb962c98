import { PAYLOADS } from '../../../../attacks/payloads.ts';
import type { AttackRow } from '../../../../attacks/row.ts';
import * as absences from './absences.ts';

const ALL_TEXTS = 'every hostile text';

/** Attacks on what is said of an absence. */
export const attacks: readonly AttackRow[] = [
  {
    id: 'absences',
    group: 'commands',
    enters: 'names of bids and instances that were lost while nobody looked',
    tries: `${ALL_TEXTS}, in \`W\`, in \`digest\` and \`spend\` as text and JSON, in notifications of each format`,
    happens: 'shown as text, one line each; frame, title and clipboard of the terminal stay as they are',
    tried: { texts: PAYLOADS, doors: 2, exits: 10 },
    proof: absences.lostInAbsence,
  },
];
