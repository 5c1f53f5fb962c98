import type { ListedRow } from '../../../src/api/result.ts';
import { recordableWith } from '../../../src/features/replay/recording/list-delta.ts';
import { createTimeline, type Position } from '../../../src/features/replay/recording/timeline.ts';
import { unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { serviceLists } from '../../../src/resources/index.ts';
import { HIGHLIGHT_MS, LEAVING_MS, requestedAt } from '../../../src/store/list.ts';
import { startState } from '../../../src/store/start-state.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { NOON } from '../../store/hand-clock.ts';
import { connected } from '../../store/made.ts';
import { recordingIn, SIZE } from './recorded.ts';

const recordable = recordableWith(null);

/** Lists at a time: rows in order, with ages and marks. */
export function held({ lists, preempting, samples }: ConsoleState, now: number) {
  const of = serviceLists.map((name) => {
    const list = lists[name];
    const rows: readonly ListedRow<unknown>[] = [...list.rows.values()];
    const marks = (at: ReadonlyMap<string, number>, ms: number): readonly string[] =>
      [...at]
        .filter(([, at]) => now - at < ms)
        .map(([fid, at]) => `${fid} ${at}`)
        .toSorted();
    return {
      name,
      fetchedAt: list.fetchedAt,
      failure: list.failure,
      pages: list.pages,
      rows: rows.map(({ raw }) => recordable(raw)),
      requestedAt: [...list.rows.keys()].map((fid) => requestedAt(list, fid)),
      added: marks(list.addedAt, HIGHLIGHT_MS),
      changed: marks(times(list.changed), HIGHLIGHT_MS),
      removing: marks(times(list.removing), LEAVING_MS),
      observed: [list.observed.requestedAt, list.observed.changes.map(({ change }) => change)],
    };
  });
  return { of, preempting: [...preempting], samples };
}

const times = (marks: ReadonlyMap<string, { readonly at: number }>): ReadonlyMap<string, number> =>
  new Map([...marks].map(([fid, { at }]) => [fid, at]));

/** A position for each line after the header, and the events of each. */
export function stepped(text: string) {
  const timeline = createTimeline(recordingIn(text), startState(loadedFeatures, connected, unicodeGlyphs, SIZE, NOON));
  const positions: Position[] = [];
  for (let at = timeline.step(timeline.beginning); at !== null; at = timeline.step(at)) positions.push(at);
  return { positions, events: positions.map((_, n) => timeline.eventsAt(n)) };
}
