/** A function that does its work when it is first called, and keeps the answer. */
export function once<Answer>(work: () => Answer): () => Answer {
  let done: { readonly answer: Answer } | null = null;
  return () => {
    done ??= { answer: work() };
    return done.answer;
  };
}
