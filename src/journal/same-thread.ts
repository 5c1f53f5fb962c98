import { counted } from '../lib/words.ts';
import type { JournalCall, JournalStatus, OpenedJournal, RecordSet, Unwritten } from './async-journal.ts';
import type { Journal } from './journal.ts';

/** A journal in this thread: calls run at once, answers come later. */
export function sameThread(journal: Journal): OpenedJournal {
  const answer: JournalCall = async (set, name, ...args) => callByName(journal, set, name, args);
  return {
    by: journal.by,
    status: () => statusOf(journal),
    record: (set, name, ...args) => void callByName(journal, set, name, args),
    ask: answer,
    act: answer,
    close: async () => {
      const actions = journal.flush();
      journal.close();
      return unwrittenWords({ actions, calls: [] });
    },
  };
}

export const statusOf = (journal: Pick<Journal, 'file' | 'warning'>): JournalStatus => ({
  ...journal.file(),
  warning: journal.warning(),
});

/** @throws the function's error, and for an unknown name. */
export function callByName(
  journal: Journal,
  { setName, of }: RecordSet<object>,
  name: string,
  args: readonly unknown[],
) {
  const own = of(journal);
  const run: unknown = Object.hasOwn(own, name) ? Reflect.get(own, name) : undefined;
  if (typeof run !== 'function') throw new Error(`The journal has no ${setName}.${name}.`);
  return Reflect.apply(run, undefined, args);
}

type Left = { readonly actions: number; readonly calls: readonly string[] };

export function unwrittenWords({ actions, calls }: Left): Unwritten {
  const notes = actions + calls.filter((call) => call === 'journal.note').length;
  const others = new Set(calls.filter((call) => call !== 'journal.note').map(wordsOf));
  return [...(notes === 0 ? [] : [counted(notes, 'action')]), ...others];
}

function wordsOf(call: string): string {
  const [set = ''] = call.split('.');
  return set === 'journal' ? 'the last lists' : `records of ${set}`;
}
