import type { StoreApi } from 'zustand/vanilla';
import type { ServiceList } from '../contract/lists.ts';
import { jsonText } from '../lib/sanitize.ts';
import { serviceLists } from '../resources/index.ts';
import { projectsOf } from '../state/projects.ts';
import type { ConsoleState } from '../state/state.ts';
import { FORMAT, type RecordedSession, sameRows } from './format.ts';
import { patchOf, recordableWith } from './list-delta.ts';

/** Destination of the lines. */
export type RecordingWriter = {
  /** Takes one line, with its line feed; false when it accepts no more. */
  readonly append: (line: string) => boolean;
};

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly recording: RecordingWriter;
  readonly now: () => number;
  /** This console's token: it is never written, wherever it appears. */
  readonly token: () => string | null;
};

/** Records the result of every poll as it arrives (new and changed rows, and failures) and all actions. Returns a function that ends the recording. */
export function record({ store, recording, now, token }: Parts): () => void {
  let session: RecordedSession | null = null;
  let written = '';
  const last = new Map<ServiceList, ConsoleState['lists'][ServiceList]['rows']>();
  let stop = (): void => undefined;

  const put = (line: string): void => {
    if (!recording.append(`${line}\n`)) stop();
  };
  /** Returns a value as recordable JSON text. */
  const textOf = (value: unknown): string => recordableWith(token())(jsonText(value));

  const lookAtPlace = (state: ConsoleState): void => {
    const here = recordedSession(state);
    const text = JSON.stringify(here);
    if (text === written) return;
    if (!sameRows(session, here)) last.clear();
    session = here;
    written = text;
    put(`{"kind":"place","at":${now()},"place":${textOf(here)}}`);
  };

  const recordList = (name: ServiceList, { rows, fetchedAt, pages, warnings, unreadable }: ListSeen): void => {
    const before = last.get(name) ?? new Map();
    const recordable = recordableWith(token());
    const pieces = patchOf<unknown>(before, rows, recordable).join(',');
    const hurt = unreadable.map((unreadable) => ({ ...unreadable, raw: recordable(unreadable.raw) }));
    const more = [
      pages === 1 ? '' : `,"pages":${pages}`,
      warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`,
      hurt.length === 0 ? '' : `,"unreadable":${textOf(hurt)}`,
    ].join('');
    put(`{"kind":"list","at":${now()},"list":"${name}","asked":${fetchedAt},"rows":[${pieces}]${more}}`);
    last.set(name, rows);
  };

  put(JSON.stringify({ spotdeck: 'recording', version: FORMAT }));
  stop = store.subscribe((state, before) => {
    for (const name of serviceLists) {
      const [is, was] = [state.lists[name], before.lists[name]];
      if (is.fetchedAt !== null && is.fetchedAt !== was.fetchedAt) {
        lookAtPlace(state);
        recordList(name, is);
      }
      if (is.failure !== null && is.failure !== was.failure) {
        lookAtPlace(state);
        put(`{"kind":"failed","at":${now()},"list":"${name}","fault":${textOf(is.failure)}}`);
      }
    }
    if (state.lists.activity.rows === before.lists.activity.rows) return;
    for (const [fid, listed] of state.lists.activity.rows) {
      if (listed.row.from === 'journal' || before.lists.activity.rows.get(fid) === listed) continue;
      lookAtPlace(state);
      put(`{"kind":"done","at":${now()},"noted":${textOf(listed.row)}}`);
    }
  });
  return () => stop();
}

type ListSeen = ConsoleState['lists'][ServiceList];

function recordedSession({ connected, preemptionMs }: ConsoleState): RecordedSession {
  const { profile, origin, demo, aliases } = connected;
  return { profile, projects: [...projectsOf(connected)], origin, demo, names: [...aliases], preemptionMs };
}
