import { createHash, randomBytes } from 'node:crypto';
import { addApiKey } from './engine/commands.ts';
import type { ApiKeyRecord } from './engine/model.ts';
import type { World } from './engine/world.ts';

/** A new secret of an API key, such as `fkey_…`. It never comes from the seed, which is no secret. */
export function makeSecret(): string {
  return `fkey_${randomBytes(24).toString('base64url')}`;
}

/** The hash of a secret, which is all that the market stores. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The part of a secret that lists show (section 2.1): nine characters at most, and never more than a third of it. */
export function snippetOf(secret: string): string {
  return secret.slice(0, Math.min(9, Math.floor(secret.length / 3)));
}

/** Whether a bearer token is valid now: the secret of a key that is neither revoked nor expired (section 5). */
export function isValid(world: World, token: string): boolean {
  const hash = hashOf(token);
  return world.apiKeys.ordered.some((key) => key.hash === hash && isLive(key, world.now));
}

/**
 * Makes the token that the market was started with an API key, named "console".
 * Removes its key of an earlier run, whose token is no longer known. A revoked one
 * stays revoked, unless the operator starts the market with that very token.
 */
export function admitConsole(world: World, token: string): void {
  if (isValid(world, token)) return;
  for (const key of [...world.apiKeys.ordered]) {
    if (key.console && key.deactivatedAt === null) world.apiKeys.remove(key);
  }
  addApiKey(world, {
    name: 'console',
    expiresAt: null,
    snippet: snippetOf(token),
    hash: hashOf(token),
    console: true,
  });
}

function isLive(key: ApiKeyRecord, now: number): boolean {
  return key.deactivatedAt === null && (key.expiresAt === null || key.expiresAt > now);
}
