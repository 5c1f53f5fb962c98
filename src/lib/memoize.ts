/** A function that keeps its last result while the inputs are identical. */
export function keepLast<Answer>(): (inputs: readonly unknown[], work: () => Answer) => Answer {
  let last: { readonly inputs: readonly unknown[]; readonly answer: Answer } | null = null;
  return (inputs, work) => {
    if (last?.inputs.every((value, at) => value === inputs[at]) !== true) last = { inputs, answer: work() };
    return last.answer;
  };
}

export function memoizeLast<Input extends readonly unknown[], Answer>(
  work: (...input: Input) => Answer,
): (...input: Input) => Answer {
  const kept = keepLast<Answer>();
  return (...input) => kept(input, () => work(...input));
}

/** Ignores later arguments. */
export function once<Answer>(work: () => Answer): () => Answer {
  const kept = memoizeLast(work);
  return () => kept();
}

/** At least for the `max` most recent texts. */
export function recentTexts<Answer>(work: (text: string) => Answer, max: number) {
  let older = new Map<string, Answer>();
  let newer = new Map<string, Answer>();
  const answerTo = (text: string): Answer => {
    const known = newer.get(text);
    if (known !== undefined) return known;
    const answer = older.get(text) ?? work(text);
    if (newer.size >= max) [older, newer] = [newer, new Map()];
    newer.set(text, answer);
    return answer;
  };
  return Object.assign(answerTo, {
    forget: () => {
      [older, newer] = [new Map(), new Map()];
    },
  });
}

const forgetters: (() => void)[] = [];

/** Registers a cache of texts, cleared when a secret was shown. */
export function forgettable(forget: () => void): void {
  forgetters.push(forget);
}

/** Clears all text caches: one text was a secret. */
export function forgetTexts(): void {
  for (const forget of forgetters) forget();
}

export function memoizeTexts<Answer>(work: (text: string) => Answer, max: number): (text: string) => Answer {
  const answerTo = recentTexts(work, max);
  forgettable(answerTo.forget);
  return answerTo;
}
