/** A function that keeps its last result and returns it while its inputs are identical. Whatever else the work reads follows from these. */
export function keepLast<Answer>(): (inputs: readonly unknown[], work: () => Answer) => Answer {
  let last: { readonly inputs: readonly unknown[]; readonly answer: Answer } | null = null;
  return (inputs, work) => {
    if (last?.inputs.every((value, at) => value === inputs[at]) !== true) last = { inputs, answer: work() };
    return last.answer;
  };
}

/** A function that keeps its last result and returns it while its arguments are identical. */
export function memoizeLast<Input extends readonly unknown[], Answer>(
  work: (...input: Input) => Answer,
): (...input: Input) => Answer {
  const kept = keepLast<Answer>();
  return (...input) => kept(input, () => work(...input));
}

/** Callbacks that clear the text caches. */
const forgetters: (() => void)[] = [];

/** Registers a text cache that lives as long as the program, to be cleared by `forgetTexts`. */
export function forgettable(forget: () => void): void {
  forgetters.push(forget);
}

/** Clears all text caches: one of the texts was a secret. */
export function forgetTexts(): void {
  for (const forget of forgetters) forget();
}

/** A cache of results by text. */
export type Recent<Answer> = {
  readonly forget: () => void;
  readonly get: (text: string) => Answer | undefined;
  readonly set: (text: string, answer: Answer) => void;
};

/**
 * Creates a cache of the results for the `max` most recently used texts, of twice as many at most.
 * Texts in steady use stay; others are dropped soon, while they are cheap to collect.
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

/** A function of a text that caches its results for recent texts, as long as the program lives. */
export function memoizeTexts<Answer>(work: (text: string) => Answer, max: number): (text: string) => Answer {
  const known = recentTexts<Answer>(max);
  forgettable(known.forget);
  return keptIn(known, work);
}

/** A function of a text that keeps its results in a cache. */
export function keptIn<Answer>(known: Recent<Answer>, work: (text: string) => Answer): (text: string) => Answer {
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const answer = work(text);
    known.set(text, answer);
    return answer;
  };
}
