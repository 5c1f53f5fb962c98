import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunningConsole } from '../../../app/runtime-part.ts';
import { quit } from '../../../screen/dialogs/quit.ts';
import { activitiesLeft, showNotice } from '../../../store/activity.ts';
import { type Controller, rowEvents, type Transition } from '../../../store/controller.ts';
import type { RowEvents, RowRef } from '../../../store/dialog-state.ts';
import { resized } from '../../../store/panes/cursor.ts';
import { NO_RUN_HISTORY } from '../../../store/run-history.ts';
import { startState } from '../../../store/start-state.ts';
import { type ConsoleState, keyNamed } from '../../../store/state.ts';
import { pastShown, type ReplayControls } from '../clock.ts';
import { type Known, samePlace } from './keeper.ts';

type Parts = Pick<RunningConsole, 'controller' | 'show'> & {
  readonly live: RunningConsole['store'];
  readonly moving: ReplayControls;
  readonly close: () => void;
};

/** A state without a service, whose keys can't reach the live console. */
export type PastScreen = {
  readonly store: StoreApi<ConsoleState>;
  readonly show: () => void;
  readonly close: () => void;
};

export function pastScreen({ live, controller, show, moving, close }: Parts): PastScreen {
  const store = createStore<ConsoleState>(() => pastStateOf(live.getState()));
  const stops = [
    live.subscribe((state, before) => {
      if (!samePlace(state.connected, before.connected)) close();
      else if (state.now !== before.now || state.notice !== before.notice)
        store.setState(withPresent(state, before)(store.getState()), true);
    }),
    store.subscribe(({ attended }, before) => {
      if (attended !== before.attended) live.setState({ attended });
    }),
  ];
  let isShown = false;
  const shown: Controller = {
    store,
    get terminal() {
      const quitNow = (): void => {
        close();
        // The live console asks about its unfinished work.
        quit(controller());
      };
      return { ...controller().terminal, quit: quitNow };
    },
    remote: null,
    journal: null,
    get recorded() {
      const { journal } = controller();
      return { ...journal, rowEvents: (row: RowRef) => rowEventsUntil(controller(), row, store.getState().now) };
    },
    replay: moving,
    toNow: close,
    firstRun: null,
  };
  return {
    store,
    show: () => {
      isShown = true;
      show(shown);
    },
    close: () => {
      for (const stop of stops) stop();
      if (!isShown) return;
      live.setState(resized(live.getState(), store.getState().size), true);
      show(null);
    },
  };
}

/** Updates the present time, and repeats urgent notices of the live console. */
const withPresent =
  ({ now, notice }: ConsoleState, before: ConsoleState): Transition =>
  (state) => {
    const next = { ...state, pastOf: now };
    const isNew = notice !== null && notice !== before.notice && notice.tone === 'bad';
    // Keys it mentions are for the present.
    const [what = ''] = notice?.text.split(/\.(?: |$)/) ?? [];
    return isNew
      ? showNotice(next, `Now: ${what}. ${keyNamed(state, 'past-now', 'Esc')} returns to now.`, 'bad')
      : next;
  };

/** Views and layout of the live console, without rows and pending work. */
function pastStateOf(live: ConsoleState): ConsoleState {
  const { features, connected, glyphs, size, now } = live;
  // The past has no machines, prices or rules.
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

/** The console's events, cut at a time. */
export function activityUntil(): (live: ConsoleState, now: number) => ConsoleState['lists']['activity'] {
  let last: { readonly of: unknown; readonly now: number; readonly list: ConsoleState['lists']['activity'] } | null =
    null;
  return (live, now) => {
    const { rows } = live.lists.activity;
    if (last?.of === rows && last.now === now) return last.list;
    // A line continued later shows its earlier text.
    const list = { ...activitiesLeft(live, ({ at }) => at <= now).lists.activity, delta: null };
    last = { of: rows, now, list };
    return list;
  };
}

async function rowEventsUntil({ journal }: Controller, row: RowRef, now: number): Promise<RowEvents> {
  const { events, knownSince } = await rowEvents({ journal, recorded: null }, row);
  return { events: events.filter(({ at }) => at <= now), knownSince };
}
