import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, shortDuration } from '../../lib/duration.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context, OwnValue } from '../../resources/context.ts';
import type { PaneParts } from '../../resources/panes.ts';
import type { Column, DetailLine, Live } from '../../resources/resource.ts';
import { isJournalRead, sinceOfRow, whyBid, whyInstance } from './known-reasons.ts';
import { namesBoth, type Reason } from './reason.ts';
import { sentence, shortText, sinceText, toneOf } from './words.ts';

type Why = OwnValue<[fid: string], Reason | null>;
type AnyRow = Bid | Instance;

/** In a few words. A text with two causes is not cut but replaced by a shorter one. */
function whyColumn<Row extends AnyRow>(why: Why, more: Pick<Column<Row>, 'priority' | 'optional'>): Column<Row> {
  const cell = ({ fid }: Row, { own, glyphs }: Context, width = Number.POSITIVE_INFINITY): Cell => {
    const reason = own(why, fid);
    if (reason === null) return { text: glyphs.none, tone: 'dim' };
    const text = shortText(reason);
    return { text: namesBoth(reason) && text.length > width ? 'unclear' : text, tone: toneOf(reason) };
  };
  return {
    id: 'why',
    header: 'WHY',
    width: 7,
    maxWidth: 18,
    hidesEmpty: true,
    ...more,
    aliases: ['reason'],
    cell: (row, context) => cell(row, context),
    draw: cell,
    sortBy: ({ fid }, { own }) => {
      const reason = own(why, fid);
      return reason === null ? null : shortText(reason);
    },
  };
}

/** Milliseconds in the status: `>` at least, `~` if nothing changed in a gap. */
type Held = { readonly ms: number; readonly sign: '' | '>' | '~' };

function heldFor(row: AnyRow, context: Context): Held | null {
  const since = sinceOfRow(row, context);
  if (since.kind === 'not-known') return null;
  const sign = since.kind === 'at-least' ? '>' : since.unseen === null ? '' : '~';
  return { ms: context.now - since.at, sign };
}

function sinceCell(row: AnyRow, context: Context): Cell {
  const held = heldFor(row, context);
  if (held === null) return { text: context.glyphs.none, tone: 'dim' };
  return { text: `${held.sign}${shortDuration(held.ms)}`, tone: 'dim' };
}

const SPANS: readonly (readonly [ms: number, title: string])[] = [
  [5 * MINUTE_MS, 'less than 5 minutes'],
  [HOUR_MS, 'less than an hour'],
  [DAY_MS, 'less than a day'],
];

const ofJournal: Live = {
  isRead: isJournalRead,
  hidden: 'no journal',
  note: { of: () => null },
  when: 'in the console, with a journal',
  refused: 'is read from the journal, which this command does not do',
  instead: 'spotdeck why NAME prints since when a bid or an instance has its status.',
};

/** Time in the present status; ascending, the latest change comes first. */
const sinceColumn = <Row extends AnyRow>(): Column<Row> => ({
  id: 'since',
  header: 'SINCE',
  live: ofJournal,
  width: 5,
  steady: true,
  align: 'right',
  priority: 8.5,
  optional: true,
  cell: sinceCell,
  sortBy: (row, context) => {
    const since = sinceOfRow(row, context);
    return since.kind === 'not-known' ? null : -since.at;
  },
  groupBy: (row, context) => {
    const held = heldFor(row, context);
    if (held === null) return 'not known';
    return SPANS.find(([ms]) => held.ms < ms && held.sign !== '>')?.[1] ?? 'longer';
  },
  compareAs: {
    kind: 'time',
    of: (row, context) => {
      const held = heldFor(row, context);
      return held === null ? null : { amount: held.ms, unit: '' };
    },
  },
});

const whyLines =
  (why: Why) =>
  (row: AnyRow, context: Context): readonly DetailLine[] => {
    const reason = context.own(why, row.fid);
    const since = sinceText(sinceOfRow(row, context), context.now);
    return [
      ...(reason === null ? [] : [{ label: 'Why', text: sentence(reason, context.now), tone: toneOf(reason) }]),
      ...(since === null ? [] : [{ label: 'Since', text: since }]),
    ];
  };

export const whyPanes: PaneParts<object> = {
  additions: {
    bids: {
      columns: { before: 'type', add: [whyColumn<Bid>(whyBid, { priority: 3.5 }), sinceColumn<Bid>()] },
      lines: { before: 'Name', add: whyLines(whyBid) },
    },
    instances: {
      columns: {
        before: 'type',
        add: [whyColumn<Instance>(whyInstance, { priority: 8, optional: true }), sinceColumn<Instance>()],
      },
      lines: { before: 'Name', add: whyLines(whyInstance) },
    },
  },
};
