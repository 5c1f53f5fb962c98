import { dirname, join } from 'node:path';
import * as z from 'zod';
import { storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { readTextFile, replaceFile } from '../../lib/regular-file.ts';
import { printableIdentifier, printableLine } from '../../lib/sanitize.ts';
import { own } from '../../lib/typed-key.ts';
import type { Aliases } from '../../resources/context.ts';
import type { NamesFrom } from './names-from.ts';
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

/** Where names are kept for these settings; null when none are read, or nothing is kept. */
export function placeOf(settings: Settings): NamesPlace | null {
  const from = own(settings, namesFrom);
  if (from === null || settings.baseUrl === null) return null;
  const { views, service } = storagePaths(settings, settings.baseUrl);
  return views === null ? null : { file: fileBeside(views), service, from };
}

/** The file of names beside that of the views. */
export const fileBeside = (views: string): string => join(dirname(views), 'names.json');

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

/** The names that are kept for these settings. */
export function keptNames(settings: Settings): Aliases {
  const place = placeOf(settings);
  return (place === null ? null : readKept(place)?.names) ?? new Map();
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
