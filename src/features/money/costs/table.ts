import { bar } from '../../../lib/bars.ts';
import type { Money } from '../../../lib/money.ts';
import { inCurrency, leastIn, leastOf, type Sum } from '../../../lib/sum.ts';
import { toWidth, widthOf } from '../../../lib/width.ts';
import { percentText } from '../../../lib/words.ts';
import type { Glyphs } from '../../../resources/glyphs.ts';
import { tableAmount } from '../../../resources/parts/amounts.ts';
import type { DialogLine, Segment } from '../../../screen/dialogs/line.ts';
import { hasPictures } from '../picture.ts';

/** In cells, with the blanks before. */
const COUNT = 9;
const MONEY = 13;
const SHARE = 8;
/** Blanks before a bar, its least and largest width, in cells. */
const BAR = { gap: 2, least: 8, most: 40 };
/** In cells; columns without room beside it are dropped. */
const MIN_TITLE = 14;

/** After the title; null for a missing column. */
export type Headers = {
  readonly count: string;
  readonly amount: string;
  readonly more: string | null;
  readonly share: string | null;
};

/** The columns with room, and the widths of titles and bars; 0 without bars. */
export type Columns = {
  readonly headers: Headers;
  readonly title: number;
  readonly more: boolean;
  readonly share: boolean;
  readonly bar: number;
};

export function columnsIn(width: number, longestTitle: number, headers: Headers): Columns {
  const beside = width - COUNT - MONEY;
  const forMore = headers.more === null ? 0 : MONEY;
  const forShare = headers.share === null ? 0 : SHARE;
  const more = beside - forMore >= MIN_TITLE;
  const share = more && beside - forMore - forShare >= MIN_TITLE;
  const room = beside - (more ? forMore : 0) - (share ? forShare : 0);
  const forBar = room - BAR.gap - Math.min(longestTitle, Math.max(MIN_TITLE, room - BAR.gap - BAR.least));
  const barWidth = share && forBar >= BAR.least ? Math.min(BAR.most, forBar) : 0;
  const title = Math.max(1, room - (barWidth === 0 ? 0 : barWidth + BAR.gap));
  return { headers, title, more: more && headers.more !== null, share: share && headers.share !== null, bar: barWidth };
}

/** Above a part of the table; the first part, of the sums, has no shares. */
export function headerLine(title: string, { headers, ...columns }: Columns, { cut }: Glyphs): DialogLine {
  const header = (text: string | null, width: number): Segment => ({ text: (text ?? '').padStart(width), tone: 'dim' });
  return {
    kind: 'text',
    segments: [
      { text: toWidth(title, columns.title, 'left', cut), tone: 'strong' },
      header(headers.count, COUNT),
      header(headers.amount, MONEY),
      ...(columns.more ? [header(headers.more, MONEY)] : []),
      ...(columns.share && title !== '' ? [header(headers.share, SHARE)] : []),
    ],
  };
}

export type Row = {
  readonly title: string;
  readonly count: string;
  readonly amounts: Sum<unknown>;
  readonly more: Sum<unknown>;
  readonly total: Sum<unknown> | null;
  /** In place of the share's bar. */
  readonly bar?: (sign: string) => readonly Segment[];
};

/** A line for each currency: amounts of two are never added. */
export function rowLines(row: Row, columns: Columns, glyphs: Glyphs): readonly DialogLine[] {
  const signs = [...new Set([...leastOf(row.amounts), ...leastOf(row.more)].map(({ sign }) => sign))];
  return (signs.length === 0 ? ['$'] : signs).map((sign, n): DialogLine => {
    // An unknown sum has no known share.
    const share = row.total?.kind === 'known' ? shareOf(leastIn(row.amounts, sign), leastIn(row.total, sign)) : 0;
    const pictures = row.bar?.(sign) ?? [{ text: bar(share, columns.bar, glyphs.fills), tone: 'accent' as const }];
    const isDrawn = columns.bar > 0 && hasPictures(glyphs) && pictures.some(({ text }) => text !== '');
    return {
      kind: 'text',
      segments: [
        { text: toWidth(n === 0 ? row.title : '', columns.title, 'left', glyphs.cut) },
        { text: (n === 0 ? row.count : '').padStart(COUNT) },
        { text: moneyText(row.amounts, sign, glyphs), tone: row.amounts.kind === 'known' ? 'strong' : 'warn' },
        ...(columns.more
          ? [{ text: moneyText(row.more, sign, glyphs), tone: row.more.kind === 'known' ? 'dim' : 'warn' } as const]
          : []),
        ...(columns.share ? [{ text: (share <= 0 ? '' : percentText(share)).padStart(SHARE) }] : []),
        ...(isDrawn ? [{ text: ' '.repeat(BAR.gap) }, ...pictures] : []),
      ],
    };
  });
}

/** In one currency; an unknown part is marked in each. */
function moneyText(sum: Sum<unknown>, sign: string, glyphs: Glyphs): string {
  const own = inCurrency(sum, sign);
  const isNone = own.kind === 'known' && leastIn(own, sign).micros === 0n;
  const text = isNone ? glyphs.none : tableAmount(own, glyphs);
  return ' '.repeat(Math.max(1, MONEY - widthOf(text))) + text;
}

const PARTS = 10_000n;

/** From 0 to 1; above 0 for any amount. */
export const shareOf = (part: Money, whole: Money): number =>
  whole.micros <= 0n || part.micros <= 0n
    ? 0
    : Math.max(1 / Number(PARTS), Number((part.micros * PARTS) / whole.micros) / Number(PARTS));
