import type { Cell } from '../../resources/cell.ts';
import type { Context, OwnValue, Revision } from '../../resources/context.ts';
import type { PaneParts } from '../../resources/panes.ts';
import type { Column, DetailLine, Live } from '../../resources/resource.ts';
import { comparisonIn, type Drift, type Drifts, fileNameOf, knownFleetOf } from './console/known-fleet.ts';

const NONE: Drifts = new Map();

const drifts = {
  of: (source) => {
    const comparison = comparisonIn(source);
    return comparison.kind === 'compared' ? comparison.drifts : NONE;
  },
} satisfies Revision;

/** A row's difference from the file; null for none, or without a comparison. */
const drift: OwnValue<[fid: string], Drift | null> = {
  of: (source, fid) => drifts.of(source).get(fid) ?? null,
  revision: drifts,
};

const fileName: OwnValue<[], string> = {
  of: ({ state }) => {
    const known = knownFleetOf(state);
    return known.kind === 'none' ? '' : fileNameOf(known);
  },
};

const live: Live = {
  isRead: { of: (source) => comparisonIn(source).kind === 'compared', revision: drifts },
  hidden: 'no fleet file',
  note: { of: () => null },
  when: 'in the console, with a fleet file',
  refused: 'is compared with a fleet file, which this command does not do',
  instead: 'spotdeck diff FILE prints how the fleet differs from a file.',
};

const driftCell = (found: Drift | null, { glyphs }: Context): Cell =>
  found === null ? { text: glyphs.none, tone: 'dim' } : { text: found.short, tone: found.isByRule ? 'dim' : 'warn' };

type AnyRow = { readonly fid: string };

/** The word `drift` finds all rows that differ. */
const driftColumn = <Row extends AnyRow>(): Column<Row> => ({
  id: 'drift',
  header: 'DRIFT',
  width: 11,
  maxWidth: 22,
  priority: 3.6,
  hidesEmpty: true,
  live,
  cell: ({ fid }, context) => driftCell(context.own(drift, fid), context),
  filterText: ({ fid }, { own }) => {
    const found = own(drift, fid);
    return found === null ? '' : `drift ${found.whole}`;
  },
  sortBy: ({ fid }, { own }) => own(drift, fid)?.short ?? null,
  groupBy: ({ fid }, { own }) => own(drift, fid)?.short ?? 'as in the file',
});

function driftLines({ fid }: AnyRow, { own }: Context): readonly DetailLine[] {
  const found = own(drift, fid);
  if (found === null) return [];
  const where = found.line === null ? own(fileName) : `${own(fileName)}, line ${found.line}`;
  return [{ label: 'Drift', text: `${found.whole} (${where})`, tone: found.isByRule ? 'dim' : 'warn' }];
}

export const fleetPanes: PaneParts<object> = {
  additions: {
    bids: {
      columns: { before: 'type', add: [driftColumn()] },
      lines: { before: 'Name', add: driftLines },
    },
    volumes: {
      columns: { before: 'region', add: [driftColumn()] },
      lines: { before: 'Name', add: driftLines },
    },
  },
};
