import type { SpreadRule } from './spread-rule.ts';

/** Longest parts of a name, in characters: with four letters a name has less than 64, the limit of volume names. */
const LONGEST_LIKE = 36;
const LONGEST_PLACE = 20;
const LETTERS = 4;

/** The name of the bid for each place, in their order: `train-eu-north-kqzt`. No bid has it already, and no other place. */
export function spreadNames(rule: SpreadRule, taken: ReadonlySet<string>): readonly string[] {
  const names: string[] = [];
  rule.places.forEach((_, n) => {
    const stem = `${rule.like.slice(0, LONGEST_LIKE)}-${placeWord(rule.places, n)}`;
    let attempt = 0;
    const name = (): string => `${stem}-${lettersOf(`${rule.name} ${n} ${attempt}`)}`;
    while (taken.has(name()) || names.includes(name())) attempt++;
    names.push(name());
  });
  return names;
}

/** A place as a part of a name: its region when no other place has it, else its type, else its number. */
function placeWord(places: SpreadRule['places'], n: number): string {
  const own = [({ region }: (typeof places)[number]) => region, ({ type }: (typeof places)[number]) => type].find(
    (part) => new Set(places.map(part)).size === places.length,
  );
  const place = places[n];
  const word = own === undefined || place === undefined ? '' : own(place).replace(/[^a-zA-Z0-9]+/g, '-');
  return word.slice(0, LONGEST_PLACE).replace(/^-|-$/g, '') || String(n + 1);
}

/** Letters that are the same for the same text (FNV-1a). */
function lettersOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return Array.from({ length: LETTERS }, (_, n) => String.fromCharCode(97 + (Math.floor(hash / 26 ** n) % 26))).join(
    '',
  );
}
