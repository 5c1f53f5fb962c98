import type { Client, Connection } from '../../../api/client.ts';
import type { ApiKey } from '../../../contract/api-key.ts';
import type { Expiry } from '../../../resources/api-key-actions.ts';
import type { Made } from '../../../resources/made.ts';
import type { Write } from '../../../resources/write.ts';
import type { Rotation } from './record.ts';
import type { TokenPlace } from './token-place.ts';

/** A question of a rotation: its lines, and the word that the command line asks for. */
export type RotationQuestion = {
  readonly lines: readonly string[];
  readonly typed: string;
  /** Whether only the operator answers it: `--yes` does not. */
  readonly isForOperator: boolean;
};

export type RotationOptions = {
  /** Leaves the old key valid. */
  readonly keepOld: boolean;
  /** When the new key expires; null for the lifetime of the old one. */
  readonly expires: Expiry | null;
  /** New file for the new secret where spotdeck can't put it in its place itself. */
  readonly save: string | null;
};

/** What a rotation works with: the place of the token, requests with a token, its record, and the operator. */
export type RotationWork = {
  readonly place: TokenPlace;
  readonly client: (token: string) => Client;
  readonly connection: Connection & { readonly project: string };
  /** Projects that the new key has to see. */
  readonly projects: readonly string[];
  /** Sends a write once and notes it in the journal. A new key is none of those that are known. */
  readonly send: (client: Client, write: Write, known?: readonly ApiKey[]) => Promise<Made>;
  readonly record: {
    /** `unreadable` for one that another version has written. */
    readonly read: () => Promise<Rotation | 'unreadable' | null>;
    /** Resolves when it is on the disk. @throws {CommandFailure} */
    readonly write: (rotation: Rotation) => Promise<void>;
    readonly remove: () => Promise<void>;
  };
  /** Sentences about who still uses the old key, as far as that can be known. */
  readonly users: (old: ApiKey) => Promise<readonly string[]>;
  readonly ask: (question: RotationQuestion) => Promise<boolean>;
  readonly say: (sentence: string) => void;
  /** Called with the new token once it is in its place, so that a running console goes on with it. */
  readonly onSwapped: (token: string) => void;
  readonly now: () => number;
  readonly random: () => string;
  readonly options: RotationOptions;
};

/** How a run of a rotation ended: the key is rotated, the operator has to do something, or the old key was kept. `leftKeys` may be of the rotation, and work. */
export type RotationEnd = {
  readonly kind: 'rotated' | 'waits' | 'old-kept' | 'declined' | 'given-up';
  /** Null when the record could not be read. */
  readonly oldKey: Pick<Rotation['old'], 'fid' | 'name'> | null;
  /** Identifier of the new key; null without one. */
  readonly newKey: string | null;
  readonly users: readonly string[];
  readonly leftKeys: readonly string[];
};
