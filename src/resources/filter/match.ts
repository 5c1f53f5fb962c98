import fuzzysort from 'fuzzysort';
import { memoizeTexts } from '../../lib/memoize.ts';
import { graphemesOf } from '../../lib/width.ts';
import type { Context } from '../context.ts';
import { type Measure, measured } from '../quantities.ts';
import type { Column } from '../resource.ts';
import type { Comparison, Filter } from './parse.ts';

/** A shorter word would loosely match nearly every text. */
const SHORTEST_LOOSE = 4;
/** A filter has a few words, and runs on thousands of rows. */
const MAX_WORDS = 50;
const MAX_SEARCHED = 2000;
/** From 0 to 1. */
const LOOSE = 0.3;

/** Beginning and end, in UTF-16 units. */
export type Span = readonly [from: number, to: number];

/** A filter searches words in some columns, named fields in all. */
export type SearchedColumns<Row> = {
  readonly all: readonly Column<Row>[];
  readonly words: readonly Column<Row>[];
  /** In lower case; cached by repeated searches. */
  readonly text: (row: Row) => string;
};

/** Every number would match in ages, pictures have no words, and machines change with each sample. */
const isSearched = <Row>({ compareAs, picture, live }: Column<Row>): boolean =>
  compareAs?.kind !== 'time' && picture === undefined && live === undefined;

/** The searched text of a row, in lower case, one line for each column. */
export function textIn<Row>(row: Row, columns: readonly Column<Row>[], context: Context): string {
  let text = '';
  for (const column of columns) {
    if (isSearched(column)) text += `${column.cell(row, context).text.slice(0, MAX_SEARCHED)}\n`;
    if (column.filterText !== undefined) text += `${column.filterText(row, context).slice(0, MAX_SEARCHED)}\n`;
  }
  return text.toLowerCase();
}

/** Whether a row matches a filter. */
export function meets<Row>(row: Row, filter: Filter, columns: SearchedColumns<Row>, context: Context): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.of.every((part) => meets(row, part, columns, context));
    case 'any':
      return filter.of.some((part) => meets(row, part, columns, context));
    case 'not':
      return !meets(row, filter.of, columns, context);
    case 'word': {
      const rowText = columns.text(row);
      const { text, loose } = soughtAs(filter.text);
      if (rowText.includes(text)) return true;
      // Scoring is expensive, and in most rows no column even has the letters.
      if (!loose || !rowText.split('\n').some((line) => hasInOrder(line, text))) return false;
      return columns.words.some(
        (column) =>
          isSearched(column) && found(filter.text, column.cell(row, context).text.slice(0, MAX_SEARCHED)).length > 0,
      );
    }
    case 'field': {
      const column = columnOf(columns.all, filter.column);
      const texts = [column?.cell(row, context).text ?? '', column?.filterText?.(row, context) ?? ''];
      if (!filter.is) return texts.some((text) => includes(text, filter.text));
      return [...texts, column?.identifier?.(row) ?? ''].some((text) => isSame(text, filter.text));
    }
    case 'compare': {
      const measure = columnOf(columns.all, filter.column)?.compareAs;
      const wanted = measure === undefined ? null : measured(measure.kind, filter.text);
      const value = wanted === null ? null : (measure?.of(row, context, wanted.unit) ?? null);
      return wanted !== null && value !== null && holds(value, filter.by, wanted);
    }
  }
}

/** The parts of a text to highlight. Negated terms match nothing. */
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

const isSame = (text: string, sought: string): boolean => text.toLowerCase() === sought.toLowerCase();

const includes = (text: string, word: string): boolean => text.toLowerCase().includes(word.toLowerCase());

/** Finds a word literally, or its letters in order and close together. */
function found(word: string, text: string): readonly Span[] {
  if (word === '') return [[0, 0]];
  const [lowerText, sought] = [text.toLowerCase(), soughtAs(word)];
  const at = lowerText.indexOf(sought.text);
  if (at >= 0) return whole(text, [[at, at + word.length]]);
  if (!sought.loose || !hasInOrder(lowerText, sought.text)) return [];
  // fuzzysort caches plain texts for ever; a prepared one is not kept.
  const match = fuzzysort.single(word, fuzzysort.prepare(text));
  if (match === null || match.score < LOOSE) return [];
  return whole(
    text,
    [...match.indexes].map((index) => [index, index + 1]),
  );
}

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

const ASCII = /^[ -~]*$/;

/** A part of a grapheme has another width than the whole. */
function whole(text: string, spans: readonly Span[]): readonly Span[] {
  if (ASCII.test(text)) return spans;
  const edges = [...graphemesOf(text)].map(({ index }) => index).concat(text.length);
  return spans.map(([from, to]) => [
    edges.findLast((edge) => edge <= from) ?? 0,
    edges.find((edge) => edge >= to) ?? text.length,
  ]);
}

/** Amounts in different currencies are only unequal; one without a sign matches any. */
function holds(value: Measure, by: Comparison, wanted: Measure): boolean {
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
