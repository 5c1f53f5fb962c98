import type { ApiKey } from '../../../contract/api-key.ts';
import { DAY_MS } from '../../../lib/duration.ts';
import { isActive, isKeyOf } from '../../../store/access.ts';

/** Lifetime of a new key when that of the old one is not known, in milliseconds. */
const DEFAULT_LIFETIME_MS = 90 * DAY_MS;

/** The end of a name that a rotation has given: date and random characters. */
const ADDED = /-\d{4}-\d{2}-\d{2}-[0-9a-f]{6}$/;

/** The key that a token belongs to, or a sentence that says why that is not known. */
export function oldKeyOf(
  keys: readonly ApiKey[],
  token: string,
  now: number,
): { readonly ok: true; readonly value: ApiKey } | { readonly ok: false; readonly error: string } {
  const fitting = keys.filter((key) => isActive(key, now) && isKeyOf(token, key));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return { ok: true, value: only };
  return {
    ok: false,
    error:
      only === undefined
        ? 'None of the listed API keys is the one in use here, so there is nothing to rotate.'
        : `${fitting.length} API keys begin like the one in use here, so it can't be said which one to replace: ${fitting.map(({ name, fid }) => (name ? `${name} (${fid})` : fid)).join(', ')}. Revoke those that are not in use with: spotdeck api-key revoke IDENTIFIER`,
  };
}

/** A name for the new key that no key has: that of the old one with a date and random characters. */
export function newName(old: string, now: number, random: () => string, taken: ReadonlySet<string>): string {
  for (;;) {
    const name = `${old.replace(ADDED, '') || 'api-key'}-${new Date(now).toISOString().slice(0, 10)}-${random()}`;
    if (!taken.has(name)) return name;
  }
}

/** When the new key expires, as sent: it lives as long as the old one did. */
export function newExpiry({ created_at, expires_at }: ApiKey, now: number): string {
  const lifetime = created_at === null || expires_at === null ? 0 : expires_at - created_at;
  const until = now + (lifetime >= DAY_MS ? lifetime : DEFAULT_LIFETIME_MS);
  return `${new Date(until).toISOString().slice(0, 19)}Z`;
}
