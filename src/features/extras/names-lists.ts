import { NAMED_PATHS } from '../../contract/extras/named-paths.ts';
import { own, type TypedValues } from '../../lib/typed-key.ts';
import type { ExtraName } from './extra.ts';
import type { NamesFrom } from './names-of-rows.ts';
import { extraPaths, extras, isChosen, namesFrom } from './settings.ts';

/** A list that names identifiers. */
export type NamesList = {
  readonly list: ExtraName;
  readonly says: string;
  readonly from: NamesFrom;
  /** By `names_from`. */
  readonly isOwn?: boolean;
};

const USUAL = { identifier: 'fid', names: ['name'], region: null } as const;
const PERSON = { ...USUAL, names: ['name', 'email'] } as const;

const usualTypes: NamesFrom = { ...USUAL, path: NAMED_PATHS.instanceTypes, region: 'region' };

/** With `names_from` the types are read from there. */
const namesLists = (from: NamesFrom | null): readonly NamesList[] => [
  { list: 'instance-types', says: 'names of instance types', from: from ?? usualTypes },
  { list: 'projects', says: 'names of projects', from: { ...USUAL, path: NAMED_PATHS.projects } },
  { list: 'teammates', says: 'names of people', from: { ...PERSON, path: NAMED_PATHS.teammates } },
  { list: 'me', says: 'your own name', from: { ...PERSON, path: NAMED_PATHS.me } },
];

/** A list that `names_from` names is read in any case. */
export function allowedNames(settings: { readonly own: TypedValues }): readonly NamesList[] {
  const from = own(settings, namesFrom);
  const chosen = own(settings, extras);
  const paths = own(settings, extraPaths);
  return namesLists(from).flatMap((list): readonly NamesList[] => {
    if (list.from === from) return [{ ...list, isOwn: true }];
    if (!isChosen(chosen, list.list)) return [];
    return [{ ...list, from: { ...list.from, path: paths[list.list] ?? list.from.path } }];
  });
}
