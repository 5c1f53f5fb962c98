import type { ServiceList } from '../contract/lists.ts';
import type { Context } from '../resources/context.ts';
import { serviceResources } from '../resources/index.ts';
import { trackReads } from '../store/lists/track-reads.ts';
import type { FetchedLists } from './list-reader.ts';

/** A context that collects the joined lists that are needed and were not read. */
export function trackUnread(
  { state, context }: Pick<FetchedLists, 'state' | 'context'>,
  name: ServiceList,
): { readonly context: Context; readonly unread: readonly ServiceList[]; readonly needed: ReadonlySet<ServiceList> } {
  const unread = serviceResources[name].joins.filter((joined) => state.lists[joined].fetchedAt === null);
  const needed = new Set<ServiceList>();
  const tracked = trackReads(context, {
    list: (joined) => {
      if (unread.includes(joined)) needed.add(joined);
    },
  });
  return { context: tracked, unread, needed };
}
