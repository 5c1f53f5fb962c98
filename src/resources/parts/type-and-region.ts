import type { Cell } from '../cell.ts';
import type { Context } from '../context.ts';
import type { Column } from '../resource.ts';
import { aliasOr, identifierColumn } from './aliases.ts';
import { textCell } from './columns.ts';
import { listed } from './joins.ts';

type TypeAndRegion = { readonly instance_type: string | null; readonly region: string | null };

const REGION = 'region';

/** `8xh100` of `8xh100.us-east1-b` in `us-east1-b`. */
export function withoutRegion({ instance_type: type, region }: TypeAndRegion): string | null {
  if (type === null || region === null || region === '') return type;
  const short = [`.${region}`, `-${region}`].find((end) => type.length > end.length && type.endsWith(end));
  return short === undefined ? type : type.slice(0, -short.length);
}

/** Leaves out the region beside its column, or known from another row. */
export function typeColumn<Row extends TypeAndRegion>(
  priority: number,
  isKnown: (row: Row, context: Context) => boolean = () => false,
): Column<Row> {
  const short = (row: Row, context: Context): Cell => {
    const name = row.instance_type === null ? null : aliasOr(row.instance_type, context.aliases);
    return textCell(withoutRegion({ instance_type: name, region: row.region }), context);
  };
  const column = identifierColumn<Row>(
    { id: 'type', header: 'TYPE', width: 10, maxWidth: 20, priority, reads: ['instance_type'] },
    (row) => row.instance_type,
  );
  return {
    ...column,
    cell: (row, context) => (isKnown(row, context) ? short(row, context) : column.cell(row, context)),
    beside: { column: REGION, cell: short },
  };
}

export function regionColumn<Row extends Pick<TypeAndRegion, 'region'>>(priority: number): Column<Row> {
  return identifierColumn(
    { id: REGION, header: 'REGION', width: 13, priority, reads: ['region'] },
    ({ region }) => region,
  );
}

export function seenRegions(type: string, context: Context): readonly string[] {
  return regionsIn(
    listed(context, 'bids', 'instances').flatMap((row) => (row.instance_type === type ? [row.region] : [])),
  );
}

export function regionsIn(regions: readonly (string | null)[]): readonly string[] {
  return [...new Set(regions.flatMap((region) => region || []))].toSorted();
}

/** The only region of a type by its rows, or, without rows, the known region at the end of its name. */
export function onlyRegionOf(type: string, context: Context): string | null {
  if (type === '') return null;
  const seen = seenRegions(type, context);
  if (seen.length > 0) {
    const isRead = context.isRead('bids') && context.isRead('instances');
    return seen.length === 1 && isRead ? (seen[0] ?? null) : null;
  }
  const known = regionsIn(listed(context, 'bids', 'instances', 'volumes').map((row) => row.region));
  const named = known.filter((region) => endsInRegion(type, region));
  // A region's name may end with that of another one.
  return named.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/** After a sign that separates them: `8xh100.us-east1-b`. */
function endsInRegion(type: string, region: string): boolean {
  return (
    type.length > region.length + 1 &&
    type.endsWith(region) &&
    /^[^\p{L}\p{N}]$/u.test(type.charAt(type.length - region.length - 1))
  );
}
