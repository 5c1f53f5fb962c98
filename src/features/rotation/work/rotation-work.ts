import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Client, Connection } from '../../../api/client.ts';
import type { ApiKey } from '../../../contract/api-key.ts';
import type { Expiry } from '../../../resources/api-key-actions.ts';
import type { Made } from '../../../resources/made.ts';
import type { Write } from '../../../resources/write.ts';
import type { TokenPlace } from './token-place.ts';

/** `typed` is the answer on the command line. */
export type RotationQuestion = {
  readonly lines: readonly string[];
  readonly typed: string;
  /** `--yes` does not answer it. */
  readonly isForOperator: boolean;
};

export type RotationOptions = {
  readonly keepOld: boolean;
  /** Null for the lifetime of the old one. */
  readonly expires: Expiry | null;
  /** File for the new secret where spotdeck can't replace the token. */
  readonly save: string | null;
};

export type RotationWork = {
  readonly place: TokenPlace;
  readonly client: (token: string) => Client;
  readonly connection: Connection & { readonly project: string };
  /** The new key has to see these. */
  readonly projects: readonly string[];
  /** Sends once and notes it in the journal. `known` keys are not the new one. */
  readonly send: (client: Client, write: Write, known?: readonly ApiKey[]) => Promise<Made>;
  readonly record: {
    /** `unreadable` is another version's. */
    readonly read: () => Promise<Rotation | 'unreadable' | null>;
    /** Resolves when it is on the disk. @throws {CommandFailure} */
    readonly write: (rotation: Rotation) => Promise<void>;
    readonly remove: () => Promise<void>;
  };
  /** Sentences on who still uses the old key. */
  readonly users: (old: ApiKey) => Promise<readonly string[]>;
  readonly ask: (question: RotationQuestion) => Promise<boolean>;
  readonly say: (sentence: string) => void;
  /** Called with the new token in place, for the running console. */
  readonly onSwapped: (token: string) => void;
  readonly now: () => number;
  readonly random: () => string;
  readonly options: RotationOptions;
};

/** `leftKeys` work and may be of this rotation. */
export type RotationEnd = {
  readonly kind: 'rotated' | 'waits' | 'old-kept' | 'declined' | 'given-up';
  /** Null for an unreadable record. */
  readonly oldKey: Pick<Rotation['old'], 'fid' | 'name'> | null;
  readonly newKey: string | null;
  readonly users: readonly string[];
  readonly leftKeys: readonly string[];
};

const Old = z.strictObject({
  fid: z.string(),
  name: z.string(),
  /** Fingerprint of its token; null in records of earlier versions. */
  token: z.string().nullable().default(null),
});

/**
 * The record of a rotation, written before each step; never a secret. `names` are all names asked for, `key` the new
 * key once its secret is saved, `savedTo` that secret's file if not the usual one, `step` the last one finished.
 */
export const Rotation = z.strictObject({
  old: Old,
  names: z.array(z.string()),
  /** In milliseconds since 1970; null in records of earlier versions. */
  begunAt: z.int().nullable().default(null),
  /** Keys from before the rotation: none of them is new. */
  before: z.array(z.string()).default([]),
  key: z.string().nullable(),
  savedTo: z.string().nullable(),
  step: z.enum(['planned', 'kept', 'tried', 'swapped']),
});
export type Rotation = Readonly<z.output<typeof Rotation>>;

export function rotationOf(
  old: { readonly fid: string; readonly name: string },
  token: string,
  keys: readonly string[],
  now: number,
): Rotation {
  return {
    old: { fid: old.fid, name: old.name, token: fingerprintOf(token) },
    names: [],
    begunAt: now,
    before: [...keys],
    key: null,
    savedTo: null,
    step: 'planned',
  };
}

/** Null when the record does not tell. */
export const isOldToken = ({ old }: Rotation, token: string): boolean | null =>
  old.token === null ? null : old.token === fingerprintOf(token);

/** The beginning of the SHA-256. */
const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 32);
