import type { TokenSource } from '../../../config/file.ts';
import type { ResolvedSettings } from '../../../config/profile.ts';

/** Returns the source of the token in use; null when there is none. */
export function sourceInUse({ settings, config, from }: ResolvedSettings): TokenSource | null {
  if (settings.token === null) return null;
  if ((from.environment['SPOTDECK_TOKEN'] ?? '').trim() !== '') return { kind: 'environment', name: 'SPOTDECK_TOKEN' };
  return config?.profiles.find(({ name }) => name === settings.profile)?.token ?? null;
}
