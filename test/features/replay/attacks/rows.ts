import { DOORS } from '../../../attacks/doors.ts';
import { PAYLOADS } from '../../../attacks/payloads.ts';
import type { AttackRow } from '../../../attacks/row.ts';
import * as recording from './recording.ts';

const ALL_TEXTS = 'every hostile text';

export const attacks: readonly AttackRow[] = [
  {
    id: 'recording',
    group: 'commands',
    enters: 'a recording that somebody else has made',
    tries: `${ALL_TEXTS}, in every field of it`,
    happens: 'shown as text',
    tried: { texts: PAYLOADS, doors: DOORS + 8, exits: 1 },
    proof: recording.hostileRecording,
  },
];
