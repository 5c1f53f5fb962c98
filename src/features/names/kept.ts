import { dirname, join } from 'node:path';
import * as z from 'zod';
import { type StoragePaths, storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { readTextFile, replaceFile } from '../../lib/files.ts';
import { printableIdentifier, printableLine } from '../../lib/sanitize.ts';
import { own } from '../../lib/typed-key.ts';
import type { Aliases } from '../../resources/context.ts';
import type { NamesFrom } from './names-from.ts';
import { withOwnNames } from './names-of-rows.ts';
import { namesFrom } from './settings.ts';

/** Names as they are kept: when they were read, in milliseconds since 1970, and how many rows had none. */
export type KeptNames = { readonly readAt: number; readonly names: Aliases; readonly left: number };

/** Where the names of a list of a service are kept. */
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

/** Age from which names are read again, in milliseconds. */
export const NAMES_AGE_MS = DAY_MS;

/** Where the names of a list are kept: beside the views of a service. Null without a list, and where nothing is kept. */
export const placeOf = (
  { views, service }: Pick<StoragePaths, 'views' | 'service'>,
  from: NamesFrom | null,
): NamesPlace | null =>
  from === null || views === null ? null : { file: join(dirname(views), 'names.json'), service, from };

/** The same for the list that the settings name. */
export const placeInSettings = (settings: Settings): NamesPlace | null =>
  settings.baseUrl === null ? null : placeOf(storagePaths(settings, settings.baseUrl), own(settings, namesFrom));

/** What is kept of a list; null for nothing, and for a file that is none of this program. */
export function readKept({ file, service, from }: NamesPlace): KeptNames | null {
  const found = listsIn(file)[keyOf(service, from)];
  return found === undefined ? null : { ...found, names: new Map(found.names) };
}

/** Keeps the names of a list beside those of others. @throws the reason why the file can't be written. */
export function keepNames({ file, service, from }: NamesPlace, { readAt, names, left }: KeptNames): void {
  const lists = { ...listsIn(file), [keyOf(service, from)]: { readAt, left, names: [...names] } };
  replaceFile(file, `${JSON.stringify({ version: 1, lists }, null, 2)}\n`);
}

/** The names of the settings, beside which those stand that are kept of the list. */
export function namesWithKept(settings: Settings): Aliases {
  const place = placeInSettings(settings);
  const kept = place === null ? null : readKept(place);
  return kept === null ? settings.names : withOwnNames(kept.names, settings.names);
}

/** Another list, or other members of its rows, have names of their own. */
const keyOf = (service: string, { path, identifier, name, region }: NamesFrom): string =>
  JSON.stringify([service, path, identifier, name, region]);

function listsIn(file: string): z.output<typeof File>['lists'] {
  try {
    return File.parse(JSON.parse(readTextFile(file))).lists;
  } catch {
    // What is kept is only a copy: it is read again.
    return {};
  }
}
