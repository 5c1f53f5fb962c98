import { dirname, join } from 'node:path';
import * as z from 'zod';
import { type Finding, ok, warning } from '../../command/doctor-lines.ts';
import { type StoragePaths, storagePaths } from '../../config/paths.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import type { Settings } from '../../config/settings.ts';
import { age, DAY_MS } from '../../lib/duration.ts';
import { readTextFile, replaceFile } from '../../lib/files.ts';
import { printableIdentifier, printableLine } from '../../lib/sanitize.ts';
import { own } from '../../lib/typed-key.ts';
import { counted } from '../../lib/words.ts';
import type { Aliases } from '../../resources/context.ts';
import type { Features } from '../../store/state.ts';
import { system } from '../../system/system.ts';
import { type NamesFrom, withOwnNames } from './names-of-rows.ts';
import { namesFrom } from './settings.ts';

/** `left` counts rows without a usable name. */
export type KeptNames = { readonly readAt: number; readonly names: Aliases; readonly left: number };

export type NamesPlace = { readonly file: string; readonly service: string; readonly from: NamesFrom };

const text = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => printableLine(name) === name);
const identifier = z
  .string()
  .min(1)
  .max(200)
  .refine((fid) => printableIdentifier(fid) === fid);
const File = z.object({
  version: z.literal(1),
  lists: z.record(
    z.string(),
    z.object({ readAt: z.number(), left: z.int().min(0), names: z.array(z.tuple([identifier, text])) }),
  ),
});

export const NAMES_AGE_MS = DAY_MS;

/** Beside the service's views; null for nothing kept. */
export const placeOf = (
  { views, service }: Pick<StoragePaths, 'views' | 'service'>,
  from: NamesFrom | null,
): NamesPlace | null =>
  from === null || views === null ? null : { file: join(dirname(views), 'names.json'), service, from };

export const placeInSettings = (settings: Settings): NamesPlace | null =>
  settings.baseUrl === null ? null : placeOf(storagePaths(settings, settings.baseUrl), own(settings, namesFrom));

/** Null for nothing, or for a foreign file. */
export function readKept({ file, service, from }: NamesPlace): KeptNames | null {
  const found = listsIn(file)[keyOf(service, from)];
  return found === undefined ? null : { ...found, names: new Map(found.names) };
}

/** @throws the reason why the file can't be written. */
export function keepNames({ file, service, from }: NamesPlace, { readAt, names, left }: KeptNames): void {
  const lists = { ...listsIn(file), [keyOf(service, from)]: { readAt, left, names: [...names] } };
  replaceFile(file, `${JSON.stringify({ version: 1, lists }, null, 2)}\n`);
}

/** The operator's names, then those kept of the list. */
export function namesWithKept(settings: Settings): Aliases {
  const place = placeInSettings(settings);
  const kept = place === null ? null : readKept(place);
  return kept === null ? settings.names : withOwnNames(kept.names, settings.names);
}

/** Names differ with the list and with the members read of it. */
const keyOf = (service: string, { path, identifier, name, region }: NamesFrom): string =>
  JSON.stringify([service, path, identifier, name, region]);

function listsIn(file: string): z.output<typeof File>['lists'] {
  try {
    return File.parse(JSON.parse(readTextFile(file))).lists;
  } catch {
    // The file is only a copy; names are read again.
    return {};
  }
}

/** What `doctor` says about the names from the service. */
export function checkNames(_: Features, { settings }: ResolvedSettings): readonly Finding[] {
  const from = own(settings, namesFrom);
  if (from === null || settings.baseUrl === null) return [];
  const place = placeInSettings(settings);
  const kept = place === null ? null : readKept(place);
  const help = 'The console reads them once a day.';
  if (kept === null) return [warning('names', `none were read from ${from.path} yet`, help)];
  const now = system().clock.now();
  const left = kept.left === 0 ? '' : `, ${counted(kept.left, 'row')} without a usable one`;
  const found = `${counted(kept.names.size, 'name')} from ${from.path}, read ${age(kept.readAt, now)} ago${left}`;
  return [now - kept.readAt < 2 * NAMES_AGE_MS ? ok('names', found) : warning('names', found, help)];
}
