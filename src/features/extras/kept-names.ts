import { dirname, join } from 'node:path';
import * as z from 'zod';
import { type StoragePaths, storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { readTextFile, replaceFile } from '../../lib/files.ts';
import { printableIdentifier, printableLine } from '../../lib/sanitize.ts';
import type { Aliases } from '../../resources/context.ts';
import { allowedNames, type NamesList } from './names-lists.ts';
import { type NamesFrom, namesBeside } from './names-of-rows.ts';
import type { ServiceNames } from './names-state.ts';

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

type Place = Pick<StoragePaths, 'views' | 'service'>;

/** Beside the service's views; null for nothing kept. */
const fileOf = ({ views }: Place): string | null => (views === null ? null : join(dirname(views), 'names.json'));

/** The names of these lists as last read; none from a foreign file. */
export function readKeptNames(place: Place, lists: readonly NamesList[]): readonly ServiceNames[] {
  const file = fileOf(place);
  if (file === null) return [];
  const kept = listsIn(file);
  return lists.flatMap(({ list, from }) => {
    const found = kept[keyOf(place, from)];
    return found === undefined ? [] : [{ list, from, ...found, names: new Map(found.names) }];
  });
}

/** The operator's names, then those that a console has kept. */
export function namesForCommands(settings: Settings): Aliases {
  if (settings.baseUrl === null) return settings.names;
  const kept = readKeptNames(storagePaths(settings, settings.baseUrl), allowedNames(settings));
  return namesBeside(settings.names, kept);
}

/** @throws the reason why the file can't be written. */
export function keepNames(place: Place, { from, readAt, left, names }: ServiceNames): void {
  const file = fileOf(place);
  if (file === null) return;
  const lists = { ...listsIn(file), [keyOf(place, from)]: { readAt, left, names: [...names] } };
  replaceFile(file, `${JSON.stringify({ version: 1, lists }, null, 2)}\n`);
}

/** Names differ with the list and with the members read of it. */
const keyOf = ({ service }: Place, { path, identifier, names, region }: NamesFrom): string =>
  JSON.stringify([service, path, identifier, names.join(), region]);

function listsIn(file: string): z.output<typeof File>['lists'] {
  try {
    return File.parse(JSON.parse(readTextFile(file))).lists;
  } catch {
    // The file is only a copy; names are read again.
    return {};
  }
}
