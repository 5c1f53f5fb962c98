import type { Context } from '../context.ts';

/** The regions in which bids and instances have a type, in order. */
export function seenRegions(type: string, context: Context): readonly string[] {
  const rows = [...context.rowsOf('bids').values(), ...context.rowsOf('instances').values()];
  return regionsIn(rows.flatMap(({ row }) => (row.instance_type === type ? [row.region] : [])));
}

/** The distinct regions, in order. */
export function regionsIn(regions: readonly (string | null)[]): readonly string[] {
  return [...new Set(regions.flatMap((region) => region || []))].toSorted();
}

/**
 * The region that a type has when it is known in exactly one: by its rows once all are read, or, for a type
 * without rows, by the known region that its name ends with. Null when there are several, or none is known.
 */
export function onlyRegionOf(type: string, context: Context): string | null {
  if (type === '') return null;
  const seen = seenRegions(type, context);
  if (seen.length > 0) {
    const isRead = context.isRead('bids') && context.isRead('instances');
    return seen.length === 1 && isRead ? (seen[0] ?? null) : null;
  }
  const rows = [
    ...context.rowsOf('bids').values(),
    ...context.rowsOf('instances').values(),
    ...context.rowsOf('volumes').values(),
  ];
  const named = regionsIn(rows.map(({ row }) => row.region)).filter((region) => endsInRegion(type, region));
  // A region's name may end with that of another one.
  return named.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/** Whether the name of a type ends with a region, after a sign that separates them: `8xh100.us-east1-b`. */
function endsInRegion(type: string, region: string): boolean {
  return (
    type.length > region.length + 1 &&
    type.endsWith(region) &&
    /^[^\p{L}\p{N}]$/u.test(type.charAt(type.length - region.length - 1))
  );
}
