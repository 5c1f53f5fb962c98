/** A function that remembers its last answer and gives it again as long as it is asked about the very same things. */
export function memoizeLast<Asked extends readonly unknown[], Answer>(
  work: (...input: Asked) => Answer,
): (...input: Asked) => Answer {
  let last: { readonly asked: Asked; readonly answer: Answer } | null = null;
  return (...input) => {
    if (last?.asked.every((one, at) => one === input[at]) !== true) last = { asked: input, answer: work(...input) };
    return last.answer;
  };
}

/** What forgets each of the caches of texts. */
const forgetters: (() => void)[] = [];

/** Has a cache of texts, which lives as long as the program, forget them when all are to be forgotten. */
export function forgettable(forget: () => void): void {
  forgetters.push(forget);
}

/** Forgets every text that was remembered: there was a secret among them. */
export function forgetTexts(): void {
  for (const forget of forgetters) forget();
}

/** What was found out about texts. */
export type Recent<Answer> = {
  readonly forget: () => void;
  readonly get: (text: string) => Answer | undefined;
  readonly set: (text: string, answer: Answer) => void;
};

/**
 * Keeps what was found out about the texts that were asked for lately: about the last `max` of them, and at most twice as many. A
 * text that is asked for again and again stays; what was asked for once goes soon, while it is cheap to throw away.
 */
export function recentTexts<Answer>(max: number): Recent<Answer> {
  let older = new Map<string, Answer>();
  let newer = new Map<string, Answer>();
  const set = (text: string, answer: Answer): void => {
    if (newer.size >= max) {
      older = newer;
      newer = new Map();
    }
    newer.set(text, answer);
  };
  return {
    forget: () => {
      older = new Map();
      newer = new Map();
    },
    get: (text) => {
      const known = newer.get(text);
      if (known !== undefined) return known;
      const before = older.get(text);
      if (before !== undefined) set(text, before);
      return before;
    },
    set,
  };
}

/** A function of a text that remembers its answers about recent texts, as long as the program lives. */
export function memoizeTexts<Answer>(work: (text: string) => Answer, max: number): (text: string) => Answer {
  const known = recentTexts<Answer>(max);
  forgettable(known.forget);
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const answer = work(text);
    known.set(text, answer);
    return answer;
  };
}
