import { type GivenValues, pages, rows } from './faults.ts';
import { DONE, DONE_BUT_UNREAD, type FaultRow, FITS, inPages, NEXT, onWire } from './table-row.ts';

const LIVE = { header: 'live', hint: null } as const;
const PAGED = /^\/v2\/(spot\/bids|instances)/;
const AS_THEY_ARE = ['fid', 'name'];

/** Keeps a row's identifier and name and changes every other field. */
const others = (row: GivenValues, change: (value: unknown, field: string) => unknown): GivenValues =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, AS_THEY_ARE.includes(field) ? value : change(value, field)]),
  );

/** Repeats the last row of each page as the first of the next. */
function repeating() {
  const last = new Map<string, readonly GivenValues[]>();
  return pages((page, first, list) => {
    const before = first ? [] : (last.get(list) ?? []);
    last.set(list, page.rows.slice(-1));
    return { ...page, rows: [...before, ...page.rows] };
  });
}

/** Valid responses with unexpected content. */
export const contents: readonly FaultRow[] = [
  {
    id: 'cursor-loop',
    what: 'pages that lead back to one that came before',
    apply: onWire(pages((page) => ({ ...page, next: 'again' }))),
    only: PAGED,
    sees: {
      ...LIVE,
      header: 'rows missing',
      pane: 'The service repeated a page, so the list ends there and rows may be missing.',
    },
    ...NEXT,
    requests: 3,
    write: null,
  },
  {
    id: 'endless-pages',
    what: 'pages without end',
    apply: (() => {
      let count = 0;
      return onWire(
        pages((page) => {
          count += 1;
          return { ...page, next: `page-${count}` };
        }),
      );
    })(),
    only: PAGED,
    sees: { ...LIVE, header: 'rows missing', pane: 'The list has more pages than the limit, so rows are missing.' },
    ...NEXT,
    requests: 20,
    write: null,
  },
  {
    id: 'rows-twice',
    what: 'a row that comes on two pages, because it moved meanwhile',
    apply: inPages(repeating()),
    only: PAGED,
    sees: { ...LIVE, pane: 'Some rows came twice and are shown once.' },
    ...NEXT,
    requests: 10,
    write: null,
  },
  {
    id: 'row-missed',
    what: 'a row that comes on no page, because it moved meanwhile',
    apply: inPages(pages((page, first) => (first ? page : { ...page, rows: page.rows.slice(1) }))),
    only: /^\/v2\/spot\/bids/,
    sees: { ...LIVE, pane: null },
    tells: 'The row stays, and says how old it is.',
    ...NEXT,
    requests: 10,
    write: null,
  },
  {
    id: 'unknown-values',
    what: 'states and interfaces that nobody knows',
    apply: onWire(
      rows((given) =>
        given.map((row) =>
          others(row, (value, field) => (field === 'status' || field === 'interface' ? 'HIBERNATING' : value)),
        ),
      ),
    ),
    sees: { ...LIVE, pane: 'HIBERNATING' },
    tells: 'The state as the service calls it.',
    ...FITS,
    write: DONE,
  },
  {
    id: 'nulls',
    what: 'null in every field but identifier and name',
    apply: onWire(rows((given) => given.map((row) => others(row, () => null)))),
    sees: { ...LIVE, pane: 'train-llama' },
    tells: 'A dash where nothing is known.',
    ...NEXT,
    write: DONE,
  },
  {
    id: 'missing',
    what: 'rows with an identifier and nothing else',
    apply: onWire(rows((given) => given.map(({ fid }) => ({ fid })))),
    sees: { ...LIVE, pane: 'bid_' },
    tells: 'The identifier in place of the name, and dashes.',
    ...NEXT,
    write: DONE,
  },
  {
    id: 'wrong-types',
    what: 'a row with fields of the wrong type',
    apply: onWire(
      rows((given) => given.map((row, n) => (n > 0 ? row : others(row, () => [{ not: 'what it should be' }])))),
    ),
    sees: { ...LIVE, pane: '1 unreadable' },
    tells: 'The row stays, with ? in the cells; the title counts it: 1 unreadable.',
    ...NEXT,
    write: DONE_BUT_UNREAD,
  },
];
