import { errorMessage } from '../api/error-messages.ts';
import { retryPage } from '../app/page-retry.ts';
import type { ServiceList } from '../contract/lists.ts';
import { pause } from '../lib/clock.ts';
import type { Context } from '../resources/context.ts';
import { missingOf } from '../resources/incomplete-lists.ts';
import { LOOKED_FOR_MS } from '../resources/made.ts';
import { readList } from '../resources/project-lists.ts';
import { projectsOf } from '../store/projects.ts';
import { contextOf } from '../store/row-context.ts';
import { rowsArrived } from '../store/transitions.ts';
import { system } from '../system/system.ts';
import type { FetchedLists } from './list-reader.ts';

/** Time between two looks at a list, in milliseconds; where reading it is slow, a multiple of that time. */
const LOOK_MS = 2000;
const LOOK_TIMES = 3;

/** How a search in a list ended: `ended` by what was looked for, `over` when the last list lacked it, `unread` when that could not be read whole. */
export type Search =
  | { readonly kind: 'ended' }
  | { readonly kind: 'over' }
  | { readonly kind: 'unread'; readonly why: string };

/** Reads a list again and again until `isSeen` says so, for as long as outcomes are looked for. */
export async function lookFor(
  { client, state }: Pick<FetchedLists, 'client' | 'state'>,
  list: ServiceList,
  isSeen: (context: Context) => boolean,
): Promise<Search> {
  const { clock } = system();
  const end = clock.steady() + LOOKED_FOR_MS;
  for (;;) {
    const began = clock.steady();
    const progress = { signal: new AbortController().signal, onPage: () => undefined, retry: retryPage };
    const answer = await readList(client, list, projectsOf(state.connected), progress);
    const now = clock.now();
    if (answer.ok && isSeen(contextOf(rowsArrived(state, list, answer.value, { at: now, sequence: 2 }, now))))
      return { kind: 'ended' };
    const tookMs = clock.steady() - began;
    const waitMs = Math.max(LOOK_MS, LOOK_TIMES * tookMs);
    const isRefused = !answer.ok && (answer.error.kind === 'not-signed-in' || answer.error.kind === 'no-token');
    if (isRefused || clock.steady() + waitMs > end) {
      if (!answer.ok) return { kind: 'unread', why: errorMessage(answer.error).what };
      const missing = missingOf(list, answer);
      return missing === null ? { kind: 'over' } : { kind: 'unread', why: missing.sentence };
    }
    await pause(clock, waitMs);
  }
}
