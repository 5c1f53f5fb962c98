import { toWidth, widthOf, wrapped } from '../../../lib/width.ts';
import { isStatus, statusCell } from '../../../resources/parts/status.ts';
import { blankLine, type DialogLine, textLine, textLines } from '../../../screen/dialogs/line.ts';
import type { RowRef } from '../../../store/dialog-state.ts';
import { rowByFid } from '../../../store/panes/row-detail.ts';
import { contextOf } from '../../../store/row-context.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { type Asked, explained } from '../explanation.ts';
import { isFromService } from '../reason.ts';
import { sinceText, toneOf } from '../words.ts';

const MAX_BESIDE = 8;
const LABEL = 10;

function askedFor(state: ConsoleState, { pane, fid }: RowRef): Asked | null {
  if (pane === 'bids') {
    const row = rowByFid(state, 'bids', fid)?.row;
    return row === undefined ? null : { kind: 'bid', row };
  }
  if (pane !== 'instances') return null;
  const row = rowByFid(state, 'instances', fid)?.row;
  if (row === undefined) return null;
  return { kind: 'instance', row, bid: row.bid === null ? undefined : rowByFid(state, 'bids', row.bid)?.row };
}

const labelled = (label: string, text: string, width: number): readonly DialogLine[] =>
  wrapped(text, Math.max(10, width - LABEL)).map((line, n) => ({
    kind: 'text',
    segments: [{ text: (n === 0 ? label : '').padEnd(LABEL), tone: 'dim' }, { text: line }],
  }));

const CERTAINTY = {
  certain: 'certain, from the lists and the journal',
  likely: 'guess (the service gives no reason)',
  unknown: 'not known (the service gives no reason)',
} as const;

const FROM_SERVICE = 'certain, from the service';

/** Why a row does not run, how certainly, since when, and possible help. */
export function reasonLines(state: ConsoleState, row: RowRef, width: number): readonly DialogLine[] {
  const asked = askedFor(state, row);
  if (asked === null) return [];
  const { reason, sentence, certainty, since, help, journal } = explained(asked, state);
  const when = sinceText(since, state.now);
  return [
    ...textLines(sentence, width, reason === null ? 'good' : toneOf(reason) === 'dim' ? 'plain' : toneOf(reason)),
    ...(reason === null
      ? []
      : labelled('Certainty', isFromService(reason) ? FROM_SERVICE : CERTAINTY[certainty], width)),
    ...(when === null ? [] : labelled('Since', when, width)),
    ...(help === null ? [] : labelled('Try', help, width)),
    ...(journal === null ? [] : labelled('Journal', journal, width)),
    ...besideLines(asked, state),
    blankLine,
  ];
}

/** The other bids of the pair: evidence for the price. */
function besideLines(asked: Asked, state: ConsoleState): readonly DialogLine[] {
  const bid = asked.kind === 'bid' ? asked.row : asked.bid;
  if (bid === undefined) return [];
  const { rowsOf, glyphs } = contextOf(state);
  const others = [...rowsOf('bids').values()]
    .map(({ row }) => row)
    .filter(
      ({ fid, instance_type, region, status }) =>
        fid !== bid.fid &&
        instance_type === bid.instance_type &&
        region === bid.region &&
        !isStatus(status, 'terminated'),
    )
    .toSorted((a, b) => Number((b.limit_price?.amount?.micros ?? 0n) - (a.limit_price?.amount?.micros ?? 0n)));
  if (others.length === 0) return [];
  const shown = others.slice(0, MAX_BESIDE);
  const widest = Math.max(...shown.map(({ name, fid }) => widthOf(name || fid)));
  return [
    blankLine,
    textLine(`Your other bids of this type and region, of ${bid.limit_price?.text ?? 'no price'} here`, 'strong'),
    ...shown.map((other): DialogLine => {
      const { text, tone = 'plain' } = statusCell('bid', other.status, glyphs);
      const price = (other.limit_price?.text ?? glyphs.none).padStart(10);
      return {
        kind: 'text',
        segments: [{ text: `${toWidth(other.name || other.fid, widest)}  ${price}  ` }, { text, tone }],
      };
    }),
    ...(others.length > shown.length ? [textLine(`and ${others.length - shown.length} more`, 'dim')] : []),
  ];
}
