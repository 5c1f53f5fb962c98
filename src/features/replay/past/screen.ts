import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunningConsole } from '../../../app/runtime-part.ts';
import { quit } from '../../../screen/dialogs/quit.ts';
import { showNotice } from '../../../store/activity.ts';
import type { Controller, Transition } from '../../../store/controller.ts';
import type { RowRef } from '../../../store/dialog-state.ts';
import { resized } from '../../../store/panes/cursor.ts';
import { type ConsoleState, keyNamed } from '../../../store/state.ts';
import type { ReplayControls } from '../clock.ts';
import { samePlace } from './keeper.ts';
import { pastStateOf, rowEventsUntil } from './past-state.ts';

type Parts = Pick<RunningConsole, 'controller' | 'show'> & {
  readonly live: RunningConsole['store'];
  readonly moving: ReplayControls;
  /** Closes the past as a whole. */
  readonly close: () => void;
};

/** The screen of the past: a state without a service, whose keys can't reach the console behind it. */
export type PastScreen = {
  readonly store: StoreApi<ConsoleState>;
  readonly show: () => void;
  readonly close: () => void;
};

/** Makes the screen of the past. It is drawn from `show` to `close`. */
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
        // What is under way in the console is asked about there.
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

/** Keeps the present time, and says what has become urgent in the console. */
const withPresent =
  ({ now, notice }: ConsoleState, before: ConsoleState): Transition =>
  (state) => {
    const next = { ...state, pastOf: now };
    const isNew = notice !== null && notice !== before.notice && notice.tone === 'bad';
    // What it says of keys is for the present.
    const [what = ''] = notice?.text.split(/\.(?: |$)/) ?? [];
    return isNew
      ? showNotice(next, `Now: ${what}. ${keyNamed(state, 'past-now', 'Esc')} returns to now.`, 'bad')
      : next;
  };
