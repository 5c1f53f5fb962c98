import { own, type TypedValues } from '../../lib/typed-key.ts';
import { auctions } from './auctions.ts';
import type { Extra } from './extra.ts';
import { extraPaths, extras } from './settings.ts';

/** The most useful first. */
const allExtras: readonly Extra[] = [auctions];

/** Those that the settings allow, at their paths. */
export function allowedExtras(settings: { readonly own: TypedValues }): readonly Extra[] {
  const chosen = own(settings, extras);
  const paths = own(settings, extraPaths);
  if (chosen === 'off') return [];
  return allExtras
    .filter(({ name }) => chosen === 'auto' || chosen.includes(name))
    .map((extra) => ({ ...extra, path: paths[extra.name] ?? extra.path }));
}
