import fuzzysort from 'fuzzysort';
import { memoizeTexts } from '../../lib/memoize.ts';
import type { Context } from '../context.ts';
import type { Column } from '../resource.ts';
import type { Comparison, Filter } from './parse.ts';
import { type Measured, measured } from './quantities.ts';

/** Shorter words are looked for as they stand: as a loose pattern they would fit nearly everything. */
const SHORTEST_LOOSE = 4;
/** A filter has a few words, and is asked about them by thousands of rows. */
const MAX_WORDS = 50;
/** As much of a cell's text is searched, in UTF-16 units: what is longer was not written to be found. */
const MAX_SEARCHED = 2000;
/** How well a loose match has to fit, from 0 to 1. */
const LOOSE = 0.3;

/** Where something was found in a text: beginnings and ends, in UTF-16 units. */
export type Span = readonly [from: number, to: number];

/** Where a filter looks: words in these columns, named fields in all there are. */
export type SearchedColumns<Row> = {
  readonly all: readonly Column<Row>[];
  readonly words: readonly Column<Row>[];
  /** What a row says in these columns, in lower case: remembered by whoever searches again and again. */
  readonly text: (row: Row) => string;
};

/** What a row says in some columns, but for ages, which every number would fit: in lower case, parted by what nobody can type. */
export function textIn<Row>(row: Row, columns: readonly Column<Row>[], context: Context): string {
  let text = '';
  for (const column of columns) {
    if (column.compareAs?.kind !== 'time') text += `${column.cell(row, context).text.slice(0, MAX_SEARCHED)}\n`;
    if (column.filterText !== undefined) text += `${column.filterText(row).slice(0, MAX_SEARCHED)}\n`;
  }
  return text.toLowerCase();
}

/** Whether a row meets a filter. Words look at what the columns show, but for ages, which every number would fit. */
export function meets<Row>(row: Row, filter: Filter, columns: SearchedColumns<Row>, context: Context): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.of.every((part) => meets(row, part, columns, context));
    case 'any':
      return filter.of.some((part) => meets(row, part, columns, context));
    case 'not':
      return !meets(row, filter.of, columns, context);
    case 'word': {
      const said = columns.text(row);
      const { text, loose } = soughtAs(filter.text);
      if (said.includes(text)) return true;
      // Scoring is dear: in most rows no column even has the letters.
      if (!loose || !said.split('\n').some((line) => hasInOrder(line, text))) return false;
      return columns.words.some(
        (column) =>
          column.compareAs?.kind !== 'time' &&
          found(filter.text, column.cell(row, context).text.slice(0, MAX_SEARCHED)).length > 0,
      );
    }
    case 'field': {
      const column = columnOf(columns.all, filter.column);
      const texts = [column?.cell(row, context).text ?? '', column?.filterText?.(row) ?? ''];
      return texts.some((text) =>
        filter.is ? text.toLowerCase() === filter.text.toLowerCase() : includes(text, filter.text),
      );
    }
    case 'compare': {
      const measure = columnOf(columns.all, filter.column)?.compareAs;
      const wanted = measure === undefined ? null : measured(measure.kind, filter.text);
      const value = measure?.of(row, context) ?? null;
      return wanted !== null && value !== null && holds(value, filter.by, wanted);
    }
  }
}

/** What of a cell's text a filter was looking for, for showing it. What is negated was not looked for. */
export function spansIn(filter: Filter, column: string, text: string): readonly Span[] {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.of.flatMap((part) => spansIn(part, column, text));
    case 'word':
      return found(filter.text, text);
    case 'field':
      return filter.column === column ? found(filter.text, text) : [];
    default:
      return [];
  }
}

const columnOf = <Row>(columns: readonly Column<Row>[], id: string): Column<Row> | undefined =>
  columns.find((column) => column.id === id);

const includes = (text: string, word: string): boolean => text.toLowerCase().includes(word.toLowerCase());

/** Where a word stands in a text: as it is, or else, when it is long enough, loosely: its letters in their order and near each other. */
function found(word: string, text: string): readonly Span[] {
  if (word === '') return [[0, 0]];
  const [lowerText, sought] = [text.toLowerCase(), soughtAs(word)];
  const at = lowerText.indexOf(sought.text);
  if (at >= 0) return whole(text, [[at, at + word.length]]);
  if (!sought.loose || !hasInOrder(lowerText, sought.text)) return [];
  // Prepared here it is thrown away again; given as a text fuzzysort keeps it for ever.
  const match = fuzzysort.single(word, fuzzysort.prepare(text));
  if (match === null || match.score < LOOSE) return [];
  return whole(
    text,
    [...match.indexes].map((index) => [index, index + 1]),
  );
}

/** A word as it is looked for, and whether it is long enough to be looked for loosely. */
const soughtAs = memoizeTexts(
  (word) => ({ text: word.toLowerCase(), loose: [...word].length >= SHORTEST_LOOSE }),
  MAX_WORDS,
);

function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const ASCII = /^[ -~]*$/;

/** Spans made so wide that none begins or ends within a character as people see it: such a part has another width than the whole. */
function whole(text: string, spans: readonly Span[]): readonly Span[] {
  if (ASCII.test(text)) return spans;
  const edges = [...graphemes.segment(text)].map(({ index }) => index).concat(text.length);
  return spans.map(([from, to]) => [
    edges.findLast((edge) => edge <= from) ?? 0,
    edges.find((edge) => edge >= to) ?? text.length,
  ]);
}

/** Amounts in different currencies are neither more nor less than each other; one without a sign is taken for any. */
function holds(value: Measured, by: Comparison, wanted: Measured): boolean {
  if (value.unit !== wanted.unit && value.unit !== '' && wanted.unit !== '') return by === '!=';
  switch (by) {
    case '>':
      return value.amount > wanted.amount;
    case '>=':
      return value.amount >= wanted.amount;
    case '<':
      return value.amount < wanted.amount;
    case '<=':
      return value.amount <= wanted.amount;
    case '=':
      return value.amount === wanted.amount;
    case '!=':
      return value.amount !== wanted.amount;
  }
}
