import type { AsyncJournal, JournalCall } from '../../src/journal/async-journal.ts';

/** A journal that does what it is asked at once, and whose answers wait while a test holds them. */
export function lateJournal(journal: AsyncJournal) {
  let isHeld = false;
  const held: (() => void)[] = [];
  const late: JournalCall = async (set, name, ...args) => {
    const answer = await journal.act(set, name, ...args);
    if (isHeld) await new Promise<void>((answered) => held.push(answered));
    return answer;
  };
  return {
    journal: { ...journal, ask: late, act: late } satisfies AsyncJournal,
    hold: (): void => {
      isHeld = true;
    },
    /** Lets all answers through that were held, and no later one waits. */
    answer: (): void => {
      isHeld = false;
      for (const answered of held.splice(0)) answered();
    },
  };
}
