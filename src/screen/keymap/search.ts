import fuzzysort from 'fuzzysort';
import { forgettable } from '../../lib/memoize.ts';
import type { Panes } from '../../resources/panes.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { SearchTarget } from '../keys/binding.ts';

/** Best first. */
const RANKS = [
  'name',
  'search word',
  'whole label',
  'beginning of a name',
  'beginning of the label',
  'beginning of a search word',
  'fid',
  'beginnings of words',
  'parts of words',
  'loosely',
] as const;

/** Fewest letters for each. */
const LEAST = { name: 2, searchWord: 3, part: 3, fid: 4 } as const;

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}$%/]+/u).filter((word) => word !== '');

/** 0 is best; null when it does not fit. */
export function rankOf(typed: string, found: SearchTarget): number | null {
  const query = typed.trim().toLowerCase();
  const rank = RANKS.findIndex((each) => each !== 'loosely' && fits(each, query, found));
  return query === '' || rank < 0 ? null : rank;
}

function fits(
  rank: Exclude<(typeof RANKS)[number], 'loosely'>,
  query: string,
  { label, names = [], searchWords = [], where = '', fid }: SearchTarget,
): boolean {
  const text = label.toLowerCase();
  switch (rank) {
    case 'name':
      return names.includes(query);
    case 'search word':
      return searchWords.includes(query);
    case 'whole label':
      return text === query;
    case 'beginning of a name':
      return query.length >= LEAST.name && names.some((name) => name.startsWith(query));
    case 'beginning of the label':
      return text.startsWith(query);
    case 'beginning of a search word':
      return query.length >= LEAST.searchWord && searchWords.some((word) => word.startsWith(query));
    case 'fid':
      return query.length >= LEAST.fid && fid?.toLowerCase().startsWith(query) === true;
    case 'beginnings of words': {
      const words = [text, where.toLowerCase(), ...names, ...searchWords].flatMap(wordsOf);
      return wordsOf(query).every((part) => words.some((word) => word.startsWith(part)));
    }
    case 'parts of words':
      return wordsOf(query).every((part) => part.length >= LEAST.part && text.includes(part));
  }
}

// The next letter searches the same texts.
forgettable(() => fuzzysort.cleanup());

/** Lowest scores of a loose match; a sentence has many letters. */
const FLOORS = { sentence: 0.5, name: 0.3 } as const;
const LEAST_FOR_NAME = 4;

/** Best first, at most `limit`; equals keep their order after recent ones. Loose matches come last. */
export function found<Item extends SearchTarget>(
  typed: string,
  items: readonly Item[],
  limit: number,
  isRecent: (item: Item) => boolean,
): readonly Item[] {
  const ranked = items.map((item) => ({ item, rank: rankOf(typed, item) }));
  const fitting = ranked.flatMap(({ item, rank }) => (rank === null ? [] : [{ item, rank, recent: isRecent(item) }]));
  const best = fitting
    .toSorted((a, b) => a.rank - b.rank || Number(b.recent) - Number(a.recent))
    .map(({ item }) => item);
  if (best.length >= limit) return best.slice(0, limit);
  const query = typed.trim();
  const others = ranked.flatMap(({ item, rank }) => (rank === null ? [item] : []));
  const floorOf = ({ fid }: Item): number =>
    fid !== undefined && query.length >= LEAST_FOR_NAME ? FLOORS.name : FLOORS.sentence;
  const loosely = fuzzysort
    .go(query, others, { key: 'label', threshold: FLOORS.name })
    .filter(({ score, obj }) => score >= floorOf(obj))
    .map(({ obj }) => obj);
  return [...best, ...loosely].slice(0, limit);
}

/** Whether a pane says why it lacks a command of other panes. */
export const isAbsent = (panes: Panes, pane: PaneName, command: string): boolean =>
  Object.hasOwn(panes[pane].absent?.((_, usual) => usual) ?? {}, command);
