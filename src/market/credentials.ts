import { createHash, randomBytes } from 'node:crypto';
import { addApiKey } from './engine/commands.ts';
import type { ApiKeyRecord } from './engine/model.ts';
import type { World } from './engine/world.ts';

/** Never from the seed: that is no secret. */
export function makeSecret(): string {
  return `fkey_${randomBytes(24).toString('base64url')}`;
}

/** A secret as it is stored. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** What lists show of a secret (section 2.1). */
export function snippetOf(secret: string): string {
  return secret.slice(0, Math.min(9, Math.floor(secret.length / 3)));
}

/** Whether a token is the secret of a key that is neither revoked nor expired (section 5). */
export function isValid(world: World, token: string): boolean {
  const hash = hashOf(token);
  return world.apiKeys.ordered.some((key) => key.hash === hash && isLive(key, world.now));
}

/** Makes the operator's token a key named "console", instead of the one of the last run. A revoked key stays revoked. */
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
