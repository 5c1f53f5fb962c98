import { counted } from '../lib/words.ts';
import type { JournalCall, JournalStatus, OpenedJournal, RecordSet, Unwritten } from './async-journal.ts';
import type { Journal } from './journal.ts';

/** A journal that is open in this thread: each call is carried out at once, and answered later. */
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

/** What a program has to know of a journal without asking it. */
export function statusOf(journal: Pick<Journal, 'file' | 'warning'>): JournalStatus {
  const { number, losses, said } = journal.file();
  return { warning: journal.warning(), number, losses, said };
}

/** Calls a function of a set of records on a journal. @throws what the function throws, and for a name that the set does not have. */
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

/** What was not written: actions that wait in a journal, and calls that were not answered, as `set.name`. */
type Left = { readonly actions: number; readonly calls: readonly string[] };

/** What was not written, in words. */
export function unwrittenWords({ actions, calls }: Left): Unwritten {
  const notes = actions + calls.filter((call) => call === 'journal.note').length;
  const others = new Set(calls.filter((call) => call !== 'journal.note').map(wordsOf));
  return [...(notes === 0 ? [] : [counted(notes, 'action')]), ...others];
}

function wordsOf(call: string): string {
  const [set = ''] = call.split('.');
  return set === 'journal' ? 'the last lists' : `records of ${set}`;
}
