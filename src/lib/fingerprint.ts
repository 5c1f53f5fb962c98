import { createHash } from 'node:crypto';

/** What tells one secret from another and does not show it: the beginning of its SHA-256. */
export const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 32);
