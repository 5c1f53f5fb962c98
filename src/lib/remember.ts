/** A function that remembers its last answer and gives it again as long as it is asked about the very same things. */
export function rememberLast<Asked extends readonly unknown[], Answer>(
  work: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  let last: { readonly asked: Asked; readonly answer: Answer } | null = null;
  return (...asked) => {
    if (last?.asked.every((one, at) => one === asked[at]) !== true) last = { asked, answer: work(...asked) };
    return last.answer;
  };
}
