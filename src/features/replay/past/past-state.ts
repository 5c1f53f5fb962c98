import { activitiesLeft } from '../../../store/activity.ts';
import { type Controller, rowEvents } from '../../../store/controller.ts';
import type { RowEvents, RowRef } from '../../../store/dialog-state.ts';
import { NO_RUN_HISTORY } from '../../../store/run-history.ts';
import { startState } from '../../../store/start-state.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { pastShown } from '../clock.ts';
import type { Known } from './keeper.ts';

/** The state that shows the past of a console at first: its views and layout, without rows and what is under way. */
export function pastStateOf(live: ConsoleState): ConsoleState {
  const { features, connected, glyphs, size, now } = live;
  // Of machines, prices and rules nothing is kept, so their pages would be empty.
  const focus = features.panes[live.focus].side === 'whole' ? live.focusBefore : live.focus;
  const { views, savedViews, recent, tab, focusBefore, zoomed, preview, previewScroll, sizes, attended } = live;
  const { profiles, keyOverrides, theme, localSshKeys, ownApiKeys, preemptionMs, pace, journal } = live;
  return pastShown(
    {
      ...startState(features, { ...connected, readOnly: true }, glyphs, size, now),
      ...{ views, savedViews, recent, focus, tab, focusBefore, zoomed, preview, previewScroll, sizes, attended },
      ...{ profiles, keyOverrides, theme, localSshKeys, ownApiKeys, preemptionMs, pace, journal },
    },
    now,
  );
}

/** The state before the first entry of a part, with what is known of before it. */
export function partStart(shown: ConsoleState, known: Known | null): ConsoleState {
  const { features, connected, glyphs, size, now } = shown;
  const { lists } = startState(features, connected, glyphs, size, now);
  return {
    ...shown,
    lists,
    samples: [],
    runHistory: NO_RUN_HISTORY,
    preempting: new Map(),
    raised: new Map(),
    ...known,
  };
}

/** The events of a console as they were known at a time: those that it has now, as far as they had happened. */
export function activityUntil(): (live: ConsoleState, now: number) => ConsoleState['lists']['activity'] {
  let last: { readonly of: unknown; readonly now: number; readonly list: ConsoleState['lists']['activity'] } | null =
    null;
  return (live, now) => {
    const { rows } = live.lists.activity;
    if (last?.of === rows && last.now === now) return last.list;
    // A line that went on later is what it was then.
    const list = { ...activitiesLeft(live, ({ at }) => at <= now).lists.activity, delta: null };
    last = { of: rows, now, list };
    return list;
  };
}

/** The journal's events of a row up to a time. */
export async function rowEventsUntil({ journal }: Controller, row: RowRef, now: number): Promise<RowEvents> {
  const { events, knownSince } = await rowEvents({ journal, recorded: null }, row);
  return { events: events.filter(({ at }) => at <= now), knownSince };
}
