/** Joiners, and the selector of a coloured emoji: invisible, but without them some texts look otherwise. */
export const JOINERS = /\u200c|\u200d|\ufe0f/u;

/** Emoji that people write (Unicode's list), without those of invisible tags. Made when one may come: that takes 10 ms. */
let emoji: RegExp | undefined;

/**
 * A test of positions in a text: whether the invisible character there changes how the text looks, as in an emoji of
 * several parts, after a virama of an Indic script, or between two letters that would be joined (RFC 5892, appendix A).
 */
export function isVisibleJoin(text: string): (at: number) => boolean {
  emoji ??= /[\p{RGI_Emoji}--\p{RGI_Emoji_Tag_Sequence}]/gv;
  const inEmoji = new Set<number>();
  for (const { 0: found, index } of text.matchAll(emoji))
    for (let at = index + 1; at < index + found.length; at++) inEmoji.add(at);
  return (at) => inEmoji.has(at) || isNeededByLetters(text, at);
}

/** Last letter with its marks, and the next letter. */
const BEFORE = /\p{L}\p{M}*$/u;
const AFTER = /^(?:(?!\p{Default_Ignorable_Code_Point})\p{M})*(\p{L})/u;
const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
/** Longest letter with its marks that is looked at, in UTF-16 units. */
const LONGEST = 16;

function isNeededByLetters(text: string, at: number): boolean {
  const joiner = text[at];
  if (joiner !== '\u200c' && joiner !== '\u200d') return false;
  const [before = ''] = BEFORE.exec(text.slice(Math.max(0, at - LONGEST), at)) ?? [];
  const [letter = '', ...marks] = before;
  if (letter === '' || IGNORED.test(before)) return false;
  if (isVirama(marks.at(-1))) return true;
  const [, next = ''] = AFTER.exec(text.slice(at + 1, at + 1 + LONGEST)) ?? [];
  return joiner === '\u200c' && joining(letter) === 'both' && joining(next) !== 'none';
}

/** Marks of the combining classes 8 and 10. */
const [BELOW_VIRAMA, ABOVE_VIRAMA] = ['\u3099', '\u05b0'];

/**
 * Whether a mark is a virama: of combining class 9. JavaScript has no property for the class, but normalizing sorts marks by it.
 */
function isVirama(mark: string | undefined): boolean {
  if (mark === undefined || mark === BELOW_VIRAMA || mark === ABOVE_VIRAMA) return false;
  return (
    `${mark}${BELOW_VIRAMA}`.normalize('NFD') === `${BELOW_VIRAMA}${mark}` &&
    `${ABOVE_VIRAMA}${mark}`.normalize('NFD') === `${mark}${ABOVE_VIRAMA}`
  );
}

const CURSIVE = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]/u;
/** First and last of Unicode's forms of Arabic letters. */
const FORMS = [0xfb50, 0xfefc] as const;
/** Number of forms by letter: one that joins the next letter has four, one that joins only the previous letter has two. */
let forms: ReadonlyMap<string, number> | undefined;

/** Which neighbours a letter joins. One whose forms are not in Unicode counts as joining both. */
function joining(letter: string): 'both' | 'previous' | 'none' {
  if (!CURSIVE.test(letter)) return 'none';
  forms ??= countForms();
  const count = forms.get(letter) ?? 4;
  if (count === 4) return 'both';
  return count === 2 ? 'previous' : 'none';
}

function countForms(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let code = FORMS[0]; code <= FORMS[1]; code++) {
    const letter = String.fromCodePoint(code).normalize('NFKC');
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return counts;
}
