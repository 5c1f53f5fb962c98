import type { Outcome } from '../../api/result.ts';
import { nearest } from '../../lib/nearest.ts';
import { columnNamed, type NamedColumn, namesOfColumn } from '../parts/column-names.ts';
import { EXAMPLES, type MeasureKind, measured } from '../quantities.ts';

export const COMPARISONS = ['>=', '<=', '!=', '>', '<', '='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** `word` searches all columns, `field` one (`is`: the whole text). An empty `all` matches every row. */
export type Filter =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'field'; readonly column: string; readonly is: boolean; readonly text: string }
  | { readonly kind: 'compare'; readonly column: string; readonly by: Comparison; readonly text: string };

/** An offset in UTF-16 units. */
export type FilterError = { readonly at: number; readonly why: string };

export type FilterColumn = NamedColumn & {
  readonly compareAs?: { readonly kind: MeasureKind };
  readonly picture?: string;
};

export const EVERYTHING: Filter = { kind: 'all', of: [] };

/** Each key in the console reads the filter again. */
export const MAX_FILTER = 1000;

const MAX_DEPTH = 50;

/** Column, or header such as `COST/H`, and operator. */
const HEAD = /^([a-z]+(?:[/-][a-z]+)*)(:=|:|>=|<=|!=|>|<|=)/i;

class Unreadable extends Error {
  readonly at: number;
  constructor(at: number, why: string) {
    super(why);
    this.at = at;
  }
}

/**
 * Reads a filter: words must all match, `|` is or, `!` negates, parentheses group, quotes keep blanks; `column:text`,
 * `column:=text`, `price>2.5`. An unknown column is refused: as a word it would find nothing.
 */
export function parseFilter(text: string, columns: readonly FilterColumn[]): Outcome<Filter, FilterError> {
  const reader = readerOf(text, columns);
  try {
    return { ok: true, value: reader.whole() };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ok: false, error: { at: error.at, why: error.message } };
  }
}

function readerOf(text: string, columns: readonly FilterColumn[]) {
  let at = 0;
  const blanks = (): void => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };

  const any = (depth: number): Filter => {
    const of = [all(depth)];
    while (text[at] === '|') {
      at += 1;
      of.push(all(depth));
    }
    return of.length === 1 ? (of[0] ?? EVERYTHING) : { kind: 'any', of };
  };

  const all = (depth: number): Filter => {
    const of: Filter[] = [];
    const begin = at;
    for (blanks(); at < text.length && text[at] !== '|' && text[at] !== ')'; blanks()) of.push(one(depth));
    if (of.length === 0 && (text[at] === '|' || text[begin - 1] === '|'))
      throw new Unreadable(begin, 'There is nothing on one side of the |.');
    return of.length < 2 ? (of[0] ?? EVERYTHING) : { kind: 'all', of };
  };

  const one = (depth: number): Filter => {
    if (depth > MAX_DEPTH) throw new Unreadable(at, 'This is nested too deeply.');
    const begin = at;
    if (text[at] === '!') {
      at += 1;
      if (at === text.length || /[\s|)]/.test(text[at] ?? ''))
        throw new Unreadable(begin, 'There is nothing after the !.');
      return { kind: 'not', of: one(depth + 1) };
    }
    if (text[at] === '(') {
      at += 1;
      const inner = any(depth + 1);
      if (text[at] !== ')') throw new Unreadable(begin, 'This parenthesis is not closed.');
      if (inner.kind === 'all' && inner.of.length === 0)
        throw new Unreadable(begin, 'There is nothing between these parentheses.');
      at += 1;
      return inner;
    }
    return term();
  };

  const term = (): Filter => {
    const begin = at;
    const [head = '', name = '', sign = ''] = HEAD.exec(text.slice(at)) ?? [];
    const column = columnNamed(columns, name);
    if (head === '') return { kind: 'word', text: value() };
    if (column === undefined)
      throw new Unreadable(begin, `${noColumn(name, columns)} Put a word with ${sign} in quotes.`);
    at += head.length;
    if (sign === ':' || sign === ':=') {
      if (endsHere()) throw new Unreadable(at, `Give a word after ${head}.`);
      return { kind: 'field', column: column.id, is: sign === ':=', text: value() };
    }
    return comparison(column, COMPARISONS.find((by) => by === sign) ?? '=', begin);
  };

  const comparison = ({ id, compareAs }: FilterColumn, by: Comparison, begin: number): Filter => {
    if (compareAs === undefined) throw new Unreadable(begin, `${id} can't be compared. Write ${id}: and a word.`);
    const from = at;
    const typed = endsHere() ? '' : value();
    if (measured(compareAs.kind, typed) === null)
      throw new Unreadable(from, `Give ${EXAMPLES[compareAs.kind]} after ${id}${by}.`);
    return { kind: 'compare', column: id, by, text: typed };
  };

  const endsHere = (): boolean => at === text.length || /[\s|)]/.test(text[at] ?? '');

  const value = (): string => {
    if (text[at] === '"') return quotedValue();
    const [bare = ''] = /^[^\s|()]+/.exec(text.slice(at)) ?? [];
    if (bare === '') throw new Unreadable(at, 'There is nothing to look for here.');
    at += bare.length;
    return bare;
  };

  const quotedValue = (): string => {
    const [whole = '', inner = ''] = /^"((?:[^"\\]|\\.)*)"/s.exec(text.slice(at)) ?? [];
    if (whole === '') throw new Unreadable(at, 'This quote is not closed.');
    at += whole.length;
    return inner.replace(/\\(.)/gs, '$1');
  };

  return {
    whole: (): Filter => {
      const filter = any(0);
      if (at < text.length) throw new Unreadable(at, 'This parenthesis was not opened.');
      return filter;
    },
  };
}

/** Names the nearest column, or all. */
function noColumn(name: string, columns: readonly FilterColumn[]): string {
  const searched = columns.filter(({ picture }) => picture === undefined);
  const meant = nearest(name, searched.flatMap(namesOfColumn));
  const instead = meant === null ? `There are: ${searched.map(({ id }) => id).join(', ')}.` : `Did you mean ${meant}?`;
  return `There is no column ${name}. ${instead}`;
}

export function columnsIn(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.of.flatMap(columnsIn);
    case 'not':
      return columnsIn(filter.of);
    case 'word':
      return [];
    default:
      return [filter.column];
  }
}

/** Parses to the same filter again. */
export function printFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'word':
      return bareOr(filter.text, true);
    case 'field':
      return `${filter.column}:${filter.is ? '=' : ''}${bareOr(filter.text, false)}`;
    case 'compare':
      return `${filter.column}${filter.by}${bareOr(filter.text, false)}`;
    case 'not':
      return `!${grouped(filter.of)}`;
    case 'any':
      return filter.of.map(grouped).join(' | ');
    case 'all':
      return filter.of.map(grouped).join(' ');
  }
}

const grouped = (filter: Filter): string =>
  filter.kind === 'any' || filter.kind === 'all' ? `(${printFilter(filter)})` : printFilter(filter);

/** In quotes when it would otherwise be read as something else. */
export function quoted(value: string): string {
  return bareOr(value, false);
}

function bareOr(text: string, alone: boolean): string {
  const plain = alone ? /^[^\s|()"!:=<>\\]+$/ : /^[^\s|()"=\\][^\s|()\\]*$/;
  return plain.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** `bid:=train | bid:=eval`. */
export function anyOf(column: string, texts: readonly string[]): string {
  return texts.map((text) => `${column}:=${quoted(text)}`).join(' | ');
}
