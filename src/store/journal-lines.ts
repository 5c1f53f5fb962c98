import type { ConsoleState } from './state.ts';

/** What a log says when the journal can't be used, can be again, or is another file than before. */
export function journalLines(
  { journal }: Pick<ConsoleState, 'journal'>,
  { journal: before }: Pick<ConsoleState, 'journal'>,
): readonly string[] {
  if (journal === before) return [];
  const { problem, said } = journal;
  if (problem !== null) return problem === before.problem ? [] : [problem];
  if (said !== null && said !== before.said) return [said];
  return before.problem === null ? [] : ['The journal can be used again.'];
}
