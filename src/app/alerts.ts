import type { StoreApi } from 'zustand/vanilla';
import { lostMessage } from '../changes/change-event.ts';
import type { Settings } from '../config/settings.ts';
import type { Cancel, Clock } from '../lib/clock.ts';
import { showAlert } from '../store/activity.ts';
import { type Losses, newLosses, preemptingAlert, raiseAlert } from '../store/alerts.ts';
import type { ConsoleState } from '../store/state.ts';
import { desktopSequence, type Terminal } from './attach-terminal.ts';

const BELL = '\u0007';

/** Losses within this time after an alert ring once more together. */
const COLLECT_MS = 10_000;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Pick<Clock, 'after'>;
  readonly write: Terminal['write'];
  readonly setting: () => Settings['alerts'];
};

type PendingAlerts = { readonly all: Losses; readonly silent: Losses; readonly end: Cancel };

/** Rings and shows alerts as set: the first losses ring at once, later ones together. Returns its end. */
export function ringAlerts({ store, clock, write, setting }: Parts): Cancel {
  let losses: PendingAlerts | null = null;
  const ring = (text: string): void => {
    if (setting() !== 'off') write(BELL);
    if (setting() === 'desktop') write(desktopSequence(text));
  };
  const show = (text: string): void => store.setState(showAlert(store.getState(), text), true);

  const collect = (all: Losses): PendingAlerts => ({
    all,
    silent: [],
    end: clock.after(COLLECT_MS, () => {
      const { all = [], silent = [] } = losses ?? {};
      const text = lostMessage(silent);
      losses = text === null ? null : collect(all);
      if (text !== null) ring(text);
    }),
  });

  const lost = (found: Losses): void => {
    const all = [...(losses?.all ?? []), ...found];
    const text = lostMessage(all);
    if (text === null) return;
    if (losses === null) {
      losses = collect(all);
      ring(text);
    } else losses = { ...losses, all, silent: [...losses.silent, ...found] };
    show(text);
  };

  const stop = store.subscribe((state, before) => {
    if (state.lists.bids === before.lists.bids && state.lists.instances === before.lists.instances) return;
    const found = newLosses(before, state);
    for (const text of [raiseAlert(before, state), preemptingAlert(before, state)])
      if (text !== null) {
        ring(text);
        show(text);
      }
    if (found.length > 0) lost(found);
  });
  return () => {
    stop();
    losses?.end();
  };
}
