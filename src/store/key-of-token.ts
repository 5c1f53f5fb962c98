import type { ApiKey } from '../contract/api-key.ts';

/** Shortest snippet that tells one key from another, in characters; a shorter one may be a prefix that all keys share. */
const MIN_SNIPPET_LENGTH = 6;

/** Whether a key is, by its snippet, the one with this token; services end snippets with dots or stars. */
export function isKeyOf(token: string, { snippet }: Pick<ApiKey, 'snippet'>): boolean {
  if (snippet === null || snippet.length < MIN_SNIPPET_LENGTH) return false;
  const beginning = snippet.replace(/[.…*]+$/, '');
  return beginning.length > 0 && token.startsWith(beginning);
}

/** Whether the service accepts a key: it is neither revoked nor expired. */
export function isActive({ deactivated_at, expires_at }: ApiKey, now: number): boolean {
  return (deactivated_at === null || deactivated_at > now) && (expires_at === null || expires_at > now);
}
