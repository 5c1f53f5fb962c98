import type { Retype } from '../form.ts';

/** One text to type for all reasons to type one: when there are several, one after the other on a line. */
export function allRetyped(retypes: readonly (Retype | null)[]): Retype | null {
  const all = retypes.filter((retype) => retype !== null);
  const [first, ...rest] = all;
  if (first === undefined || rest.length === 0) return first ?? null;
  const expected = all.map((retype) => retype.expected).join(' ');
  return {
    prompt: 'Type them again',
    why: `${all.map(({ why }) => why).join(' ')} Type them on one line: ${expected}.`,
    expected,
    accepts: (typed) => acceptsAll(first, rest, typed.trim().split(/\s+/)),
    ...(all.every(({ onlyConsole }) => onlyConsole === true) ? { onlyConsole: true } : {}),
  };
}

/** Whether words are the texts one after the other; each text can have blanks. */
function acceptsAll(first: Retype, [next, ...rest]: readonly Retype[], words: readonly string[]): boolean {
  if (next === undefined) return first.accepts(words.join(' '));
  return words.some((_, at) => first.accepts(words.slice(0, at).join(' ')) && acceptsAll(next, rest, words.slice(at)));
}
