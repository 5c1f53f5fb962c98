import type { StoreApi } from 'zustand/vanilla';
import type { ServiceError } from '../api/result.ts';
import { shortDuration } from '../lib/duration.ts';
import { serviceLists } from '../resources/index.ts';
import type { ConsoleState } from '../state/state.ts';
import type { LogLine } from '../system/app-log.ts';

/** Logs when a list fails and when it recovers, without any text of the service. Returns the function that stops it. */
export function logListErrors(store: StoreApi<ConsoleState>, log: LogLine): () => void {
  return store.subscribe((state, before) => {
    for (const name of serviceLists) {
      const [is, was] = [state.lists[name].failure, before.lists[name].failure];
      if (is === null && was !== null) log(`${name}: read again after ${shortDuration(state.now - was.since)}`);
      if (is !== null && inShort(is.error) !== (was === null ? '' : inShort(was.error)))
        log(`${name}: ${inShort(is.error)}`);
    }
  });
}

/** Describes an error in a few words, none of them from the service. */
function inShort(error: ServiceError): string {
  if (error.kind === 'unreachable' || error.kind === 'unreadable-answer') return `${error.kind}: ${error.why}`;
  return 'status' in error ? `${error.kind}: ${error.status}` : error.kind;
}
