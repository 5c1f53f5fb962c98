import type { StoreApi } from 'zustand/vanilla';
import type { ServiceList } from '../../../contract/lists.ts';
import { jsonText } from '../../../lib/sanitize.ts';
import { serviceLists } from '../../../resources/index.ts';
import { isFirstRun } from '../../../store/dialogs/dialog-stack.ts';
import type { ListFailure } from '../../../store/list.ts';
import { type ConsoleState, projectsOf } from '../../../store/state.ts';
import { FORMAT, type NewerRows, type RecordedPlace, sameRows } from './format.ts';
import { partPatchOf, patchOf, recordableWith, runsOf } from './list-delta.ts';

export type RecordingWriter = {
  /** Takes a line with its line feed; false when full. */
  readonly append: (line: string) => boolean;
};

type RecordingRun = {
  readonly store: StoreApi<ConsoleState>;
  readonly recording: RecordingWriter;
  readonly now: () => number;
  /** Never written, wherever it appears. */
  readonly token: () => string | null;
  /** Begins with the present lists, so that it stands alone. */
  readonly fromNow?: boolean;
};

/** Records answers, failures and actions as they come. Returns what stops it. */
export function record({ store, recording, now, token, fromNow = false }: RecordingRun): () => void {
  let place: RecordedPlace | null = null;
  let written = '';
  const last = new Map<ServiceList, ConsoleState['lists'][ServiceList]['rows']>();
  let stop = (): void => undefined;

  const put = (line: string): void => {
    if (!recording.append(`${line}\n`)) stop();
  };
  const textOf = (value: unknown): string => recordableWith(token())(jsonText(value));

  const lookAtPlace = (state: ConsoleState): void => {
    if (isFirstRun(state)) return;
    const here = recordedPlace(state);
    const text = JSON.stringify(here);
    if (text === written) return;
    if (!sameRows(place, here)) last.clear();
    place = here;
    written = text;
    put(`{"kind":"place","at":${now()},"place":${textOf(here)}}`);
  };

  const recordList = (name: ServiceList, list: ServiceListState, { at, ...request }: Arrival): void => {
    const { rows, pages, warnings, unreadable } = list;
    const before = last.get(name);
    const recordable = recordableWith(token());
    const pieces = patchOf<unknown>(before ?? new Map(), rows, recordable).join(',');
    const newer = before === undefined ? newerRows(list) : [];
    const hurt = unreadable.map((unreadable) => ({ ...unreadable, raw: recordable(unreadable.raw) }));
    const more = [
      newer.length === 0 ? '' : `,"newer":${JSON.stringify(newer)}`,
      pages === 1 ? '' : `,"pages":${pages}`,
      warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`,
      hurt.length === 0 ? '' : `,"unreadable":${textOf(hurt)}`,
      judgedText(list, textOf),
    ].join('');
    put(`{"kind":"list","at":${at},"list":"${name}",${requestOf(request)},"rows":[${pieces}]${more}}`);
    last.set(name, rows);
  };

  const recordLists = (state: ConsoleState): void => {
    lookAtPlace(state);
    for (const name of serviceLists) {
      const list = state.lists[name];
      const { fetchedAt, sequence, until, failure } = list;
      if (fetchedAt !== null) recordList(name, list, { at: now(), requestedAt: fetchedAt, sequence, until });
      if (failure !== null) recordFailure(name, failure);
    }
  };

  const recordFailure = (name: ServiceList, failure: ListFailure): void =>
    put(`{"kind":"failed","at":${now()},"list":"${name}","fault":${textOf(failure)}}`);

  const recordPart = (name: ServiceList, list: ServiceListState, covered: ReadonlySet<string>): void => {
    const { rows, observed } = list;
    const before = last.get(name);
    // The first whole list will have these rows.
    if (before === undefined) return;
    // The part's word on doubted rows was not taken.
    const taken = new Set([...covered].filter((fid) => !list.doubts.has(fid)));
    const { rows: pieces, gone } = partPatchOf<unknown>(before, rows, taken, recordableWith(token()));
    const more = `"rows":[${pieces.join(',')}]${gone.length === 0 ? '' : `,"gone":${textOf(gone)}`},"size":${rows.size}${judgedText(list, textOf)}`;
    put(`{"kind":"part","at":${observed.at},"list":"${name}",${requestOf(observed)},${more}}`);
    last.set(name, rows);
  };

  const recordAnswers = (name: ServiceList, { rows, newer }: ServiceListState, was: ServiceListState): void => {
    if (!last.has(name)) return;
    for (const [fid, answered] of newer) {
      if (was.newer.get(fid) === answered || answered.listed === null) continue;
      const { at, sequence, listed } = answered;
      const row = recordableWith(token())(listed.raw);
      const more = `"sequence":${sequence},"rows":[${row}],"size":${rows.size}`;
      put(`{"kind":"answered","at":${at},"list":"${name}",${more}}`);
    }
    last.set(name, rows);
  };

  const recordRows = (name: ServiceList, is: ServiceListState, was: ServiceListState): void => {
    const { covered } = is.observed;
    if (is.observed === was.observed) recordAnswers(name, is, was);
    else if (covered === null) recordList(name, is, is.observed);
    else recordPart(name, is, covered);
  };

  put(JSON.stringify({ spotdeck: 'recording', version: FORMAT }));
  if (fromNow) recordLists(store.getState());
  stop = store.subscribe((state, before) => {
    for (const name of serviceLists) {
      const [is, was] = [state.lists[name], before.lists[name]];
      if (is.fetchedAt !== null && (is.observed !== was.observed || is.newer !== was.newer)) {
        lookAtPlace(state);
        recordRows(name, is, was);
      }
      if (is.failure !== null && is.failure !== was.failure) {
        lookAtPlace(state);
        recordFailure(name, is.failure);
      }
    }
    if (state.lists.activity.rows === before.lists.activity.rows) return;
    for (const [fid, listed] of state.lists.activity.rows) {
      const { events, isCut: _, seen: __, ...noted } = listed.row;
      if (noted.from === 'journal' || events.length > 0 || before.lists.activity.rows.get(fid) === listed) continue;
      lookAtPlace(state);
      put(`{"kind":"done","at":${now()},"noted":${textOf(noted)}}`);
    }
  });
  return () => stop();
}

type ServiceListState = ConsoleState['lists'][ServiceList];

type Arrival = Pick<ServiceListState['observed'], 'at' | 'requestedAt' | 'sequence' | 'until'>;

const requestOf = ({ requestedAt, sequence, until }: Omit<Arrival, 'at'>): string =>
  `"asked":${requestedAt},"sequence":${sequence}${until === sequence ? '' : `,"until":${until}`}`;

function judgedText({ doubts, confirmed }: ServiceListState, textOf: (value: unknown) => string): string {
  const doubted = Object.fromEntries([...doubts].map(([fid, { known }]) => [fid, known.at]));
  const seen = Object.fromEntries([...confirmed].map(([fid, { at, since }]) => [fid, [at, since]]));
  return `${doubts.size === 0 ? '' : `,"doubts":${textOf(doubted)}`}${confirmed.size === 0 ? '' : `,"confirmed":${textOf(seen)}`}`;
}

/** Rows newer than the list's request, by their own requests. */
function newerRows({ rows, newer }: ServiceListState): readonly NewerRows[] {
  const requests = new Map([...newer.values()].map((row) => [row.sequence, row]));
  return [...requests.values()].map(({ at, sequence, until = sequence }) => ({
    asked: at,
    sequence,
    until,
    rows: [...runsOf(rows, (fid) => newer.get(fid)?.sequence === sequence)],
  }));
}

function recordedPlace({ connected, preemptionMs }: ConsoleState): RecordedPlace {
  const { profile, origin, demo, aliases } = connected;
  return { profile, projects: [...projectsOf(connected)], origin, demo, names: [...aliases], preemptionMs };
}
