import type { TokenSource } from './file.ts';
import type { ResolvedSettings } from './profile.ts';

/** The source of the token in use; null when there is none. */
export function sourceInUse({ settings, config, from }: ResolvedSettings): TokenSource | null {
  if (settings.token === null) return null;
  if ((from.environment['SPOTDECK_TOKEN'] ?? '').trim() !== '') return { kind: 'environment', name: 'SPOTDECK_TOKEN' };
  return config?.profiles.find(({ name }) => name === settings.profile)?.token ?? null;
}

/** Where another token can appear while a program runs: the file or keyring of its own. Token programs and variables are not read again. */
export function replaceableSource(kept: ResolvedSettings | null): TokenSource | null {
  const source = kept === null ? null : sourceInUse(kept);
  return source?.kind === 'file' || source?.kind === 'keyring' ? source : null;
}
