import * as z from 'zod';
import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import type { SshKeyFid, VolumeFid } from '../../contract/fid.ts';
import type { Volume } from '../../contract/volume.ts';
import { launchOf } from '../../resources/bids/launch.ts';
import type { Context } from '../../resources/context.ts';
import { otherProjectOf } from '../../resources/parts/other-project.ts';
import { isStatus } from '../../resources/parts/status.ts';

type Named = { readonly fid: string; readonly name: string | null };
type NamedList = 'bids' | 'volumes' | 'sshKeys';

/** Rows of this project: a service may list others. */
const ownRows = <Row extends object>(
  rows: ReadonlyMap<string, ListedRow<Row>>,
  context: Pick<Context, 'projects'>,
): readonly Row[] => [...rows.values()].flatMap(({ row }) => (otherProjectOf(row, context) === null ? [row] : []));

const hasEnded = ({ status }: Bid): boolean => isStatus(status, 'terminated');

/** Bids that have not ended: an ended bid's name is free. */
export const liveBids = (context: Context): readonly Bid[] =>
  ownRows(context.rowsOf('bids'), context).filter((bid) => !hasEnded(bid));

/** Also those of other projects, since they may use volumes. */
export const listedBids = ({ rowsOf }: Pick<Context, 'rowsOf'>): readonly Bid[] =>
  [...rowsOf('bids').values()].flatMap(({ row }) => (hasEnded(row) ? [] : [row]));

export const volumesOf = (context: Context): readonly Volume[] => ownRows(context.rowsOf('volumes'), context);

/** Bids that have not ended and volumes, of other projects. */
export function foreignRows(context: Context): readonly (Bid | Volume)[] {
  const rows = [...listedBids(context), ...[...context.rowsOf('volumes').values()].map(({ row }) => row)];
  return rows.filter((row) => otherProjectOf(row, context) !== null);
}

/** Name and script as received, before replacing characters for display. */
type Exact = { readonly name: string; readonly script: string };

const RawText = z.string().nullish().catch(null);
const Raw = z.object({
  name: RawText,
  launch_specification: z.object({ startup_script: RawText }).nullish().catch(null),
});

const exact = new WeakMap<object, Exact>();

function exactOf(listed: ListedRow<Named>): Exact {
  const known = exact.get(listed);
  if (known !== undefined) return known;
  const raw = Raw.parse(JSON.parse(listed.raw));
  const found = { name: raw.name ?? '', script: raw.launch_specification?.startup_script ?? '' };
  exact.set(listed, found);
  return found;
}

/** Signs of replaced characters: hidden ones, and line ends. */
const IN_LINE = /[\uFFFD ]/;
const IN_BLOCK = /[\uFFFD\n]/;

export function exactName(list: NamedList, { fid, name }: Named, { rowOf }: Pick<Context, 'rowOf'>): string {
  const listed = name === null || !IN_LINE.test(name) ? undefined : rowOf(list, fid);
  return listed === undefined ? (name ?? '') : exactOf(listed).name;
}

export function exactScript(bid: Bid, { rowOf }: Pick<Context, 'rowOf'>): string {
  const { script } = launchOf(bid);
  const listed = IN_BLOCK.test(script) ? rowOf('bids', bid.fid) : undefined;
  return listed === undefined ? script : exactOf(listed).script;
}

export function byName<Row extends Named>(
  list: NamedList,
  rows: readonly Row[],
  context: Pick<Context, 'rowOf'>,
): ReadonlyMap<string, readonly Row[]> {
  const named = Map.groupBy(rows, (row) => exactName(list, row, context));
  named.delete('');
  return named;
}

/** How names of volumes or keys are read, and written: by name where it is unique. */
export type References<Fid extends string> = {
  /** An identifier wins over a name. */
  readonly meant: (text: string) => readonly Fid[];
  readonly written: (fid: string) => string;
  readonly names: readonly string[];
};

function referencesOf<Fid extends string>(
  list: NamedList,
  rows: ReadonlyMap<string, ListedRow<Named & { readonly fid: Fid }>>,
  context: Context,
): References<Fid> {
  const own = ownRows(rows, context);
  const named = byName(list, own, context);
  const byFid = new Map<string, Named & { readonly fid: Fid }>(own.map((row) => [row.fid, row]));
  const meant = (text: string): readonly Fid[] => {
    const row = byFid.get(text);
    return row === undefined ? (named.get(text) ?? []).map(({ fid }) => fid) : [row.fid];
  };
  return {
    meant,
    written: (fid) => {
      const row = byFid.get(fid);
      const name = row === undefined ? '' : exactName(list, row, context);
      const [only, ...others] = name === '' || !name.isWellFormed() ? [] : meant(name);
      return only === fid && others.length === 0 ? name : fid;
    },
    names: [...named.keys()],
  };
}

export const volumeReferences = (context: Context): References<VolumeFid> =>
  referencesOf('volumes', context.rowsOf('volumes'), context);

export const keyReferences = (context: Context): References<SshKeyFid> =>
  referencesOf('sshKeys', context.rowsOf('sshKeys'), context);
