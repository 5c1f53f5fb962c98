import type { ServiceList } from '../contract/lists.ts';
import type { Context } from '../resources/context.ts';
import { serviceResources } from '../resources/index.ts';
import { type Before, type Made, madeInList, rowIn } from '../resources/made.ts';
import type { Write, WriteResponse } from '../resources/write.ts';
import type { ConsoleState } from '../store/state.ts';
import type { FetchedLists } from './list-reader.ts';
import { lookFor, type Search } from './look-for.ts';

/** A write that was sent, what was known before, and what its answer showed. */
export type Sent = { readonly write: Write; readonly before: Before; readonly outcome: Made };

/** What the lists show of a write. `missed`: it was not carried out, for as long as that was looked for. `why` is a sentence. */
export type Shown =
  | { readonly kind: 'done'; readonly written: WriteResponse }
  | { readonly kind: 'missed'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

const isUnknown = ({ outcome: { kind } }: Sent): boolean => kind !== 'made' && kind !== 'refused';

/** Looks in the lists for what became of writes whose answers do not show it: all of one list together. */
export async function shownInLists<One extends Sent>(
  sent: readonly One[],
  lists: FetchedLists,
): Promise<ReadonlyMap<One, Shown>> {
  const shown = new Map<One, Shown>();
  const unknown = sent.filter(isUnknown);
  for (const list of new Set(unknown.map(({ write }) => write.list))) {
    const own = unknown.filter(({ write }) => write.list === list);
    const search = await lookFor(lists, list, (context) => {
      for (const one of own) if (shown.get(one)?.kind !== 'done') shown.set(one, shownIn(one, context, lists.state));
      return own.every((one) => shown.get(one)?.kind === 'done');
    });
    for (const one of own) if (shown.get(one)?.kind !== 'done') shown.set(one, endOf(shown.get(one), search, one));
  }
  return shown;
}

/** What is known at the end of a search that has not found a write carried out: a list that is not whole shows nothing. */
function endOf(last: Shown | undefined, search: Search, { outcome }: Sent): Shown {
  if (last?.kind === 'missed' && outcome.kind === 'accepted')
    return { kind: 'unknown', why: `The service accepted it, but ${last.why}` };
  return search.kind === 'unread' || last === undefined
    ? { kind: 'unknown', why: search.kind === 'unread' ? search.why : 'The list was not read.' }
    : last;
}

/** What one list shows of a write. */
export function shownIn(
  { write, before }: Pick<Sent, 'write' | 'before'>,
  context: Context,
  { features }: Pick<ConsoleState, 'features'>,
): Shown {
  const { list, fid, name } = write;
  if (fid !== null) {
    const verdict = features.panes[list].verdictOn?.(write, context) ?? null;
    if (verdict === null) return { kind: 'unknown', why: `The list does not show what became of ${name}.` };
    return verdict.succeeded
      ? { kind: 'done', written: rowIn(list, fid, context) ?? { kind: 'nothing' } }
      : { kind: 'missed', why: `${name} ${verdict.text}.` };
  }
  const made = madeInList(write, context, before);
  if (made === null) return { kind: 'missed', why: noNewRow(list, name) };
  return made.kind === 'made' ? { kind: 'done', written: made.written } : { kind: 'unknown', why: made.why };
}

const noNewRow = (list: ServiceList, name: string): string =>
  `The list has no new ${serviceResources[list].one} with the name ${name}.`;
