import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import type { SshKeyFid, VolumeFid } from '../../contract/fid.ts';
import type { Volume } from '../../contract/volume.ts';
import type { Context } from '../../resources/context.ts';
import { isStatus } from '../../resources/parts/status.ts';

/** The bids of a project that have not ended: a name of one that has is free. */
export function liveBids({ rowsOf }: Context): readonly Bid[] {
  return [...rowsOf('bids').values()].flatMap(({ row }) => (isStatus(row.status, 'terminated') ? [] : [row]));
}

/** The volumes of a project. */
export const volumesOf = ({ rowsOf }: Context): readonly Volume[] =>
  [...rowsOf('volumes').values()].map(({ row }) => row);

type Named = { readonly fid: string; readonly name: string | null };

/** Rows by their names, of those that have one. */
export function byName<Row extends Named>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const named = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.name === null || row.name === '') continue;
    const others = named.get(row.name);
    if (others === undefined) named.set(row.name, [row]);
    else others.push(row);
  }
  return named;
}

/** What names of volumes or SSH keys mean, and how these are written: by name where it is the only one, else by identifier. */
export type References<Fid extends string> = {
  /** The identifiers that a text may mean. An identifier wins over a name. */
  readonly meant: (text: string) => readonly Fid[];
  readonly written: (fid: string) => string;
  readonly names: readonly string[];
};

type Listed<Fid extends string> = ReadonlyMap<string, ListedRow<Named & { readonly fid: Fid }>>;

function referencesOf<Fid extends string>(rows: Listed<Fid>): References<Fid> {
  const all = [...rows.values()].map(({ row }) => row);
  const named = byName(all);
  const meant = (text: string): readonly Fid[] => {
    const row = rows.get(text)?.row;
    return row === undefined ? (named.get(text) ?? []).map(({ fid }) => fid) : [row.fid];
  };
  return {
    meant,
    written: (fid) => {
      const name = rows.get(fid)?.row.name ?? '';
      const [only, ...others] = name === '' ? [] : meant(name);
      return only === fid && others.length === 0 ? name : fid;
    },
    names: [...named.keys()],
  };
}

/** What names of volumes mean in a project. */
export const volumeReferences = ({ rowsOf }: Context): References<VolumeFid> => referencesOf(rowsOf('volumes'));

/** What names of SSH keys mean in a project. */
export const keyReferences = ({ rowsOf }: Context): References<SshKeyFid> => referencesOf(rowsOf('sshKeys'));
