import type { ResolvedSettings } from './profile.ts';
import { isReplaceable, type TokenSource } from './token.ts';

/** The source of the token in use; null when there is none. */
export function sourceInUse({ settings }: ResolvedSettings): TokenSource | null {
  return settings.token === null ? null : settings.tokenSource;
}

/** Where another token can appear while a program runs; null when nowhere. */
export function replaceableSource(kept: ResolvedSettings | null): TokenSource | null {
  const source = kept?.settings.tokenSource ?? null;
  return source === null || !isReplaceable(source) ? null : source;
}
