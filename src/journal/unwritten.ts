import { counted } from '../lib/words.ts';
import type { Unwritten } from './async-journal.ts';

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
