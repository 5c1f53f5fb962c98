import type { StoreApi } from 'zustand/vanilla';
import type { ServiceError } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import { shortDuration } from '../lib/duration.ts';
import { serviceLists } from '../resources/index.ts';
import type { ConsoleState } from '../store/state.ts';
import type { Filter, FilterFault } from '../sync/parts/filter-support.ts';
import type { LogLine } from '../system/app-log.ts';

/** Logs failing lists and journals, and their recovery, without text of the service. Returns its end. */
export function logListErrors(store: StoreApi<ConsoleState>, log: LogLine): () => void {
  return store.subscribe((state, before) => {
    for (const line of journalLines(state, before)) log(line);
    for (const name of serviceLists) {
      const [is, was] = [state.lists[name].failure, before.lists[name].failure];
      if (is === null && was !== null) log(`${name}: read again after ${shortDuration(state.now - was.since)}`);
      if (is !== null && inShort(is.error) !== (was === null ? '' : inShort(was.error)))
        log(`${name}: ${inShort(is.error)}`);
    }
  });
}

export function filterFaultLine(list: ServiceList, filter: Filter, fault: FilterFault): string {
  const why = fault === 'refused' ? 'the service refuses it' : 'the service does not honour it';
  return `${list}: no longer filtered by ${filter.join(' and ')}, because ${why}; complete lists are read instead`;
}

/** No words of the service. */
function inShort(error: ServiceError): string {
  if (error.kind === 'unreachable' || error.kind === 'unreadable-answer') return `${error.kind}: ${error.why}`;
  return 'status' in error ? `${error.kind}: ${error.status}` : error.kind;
}

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
