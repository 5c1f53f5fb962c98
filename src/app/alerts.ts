import type { StoreApi } from 'zustand/vanilla';
import type { Settings } from '../config/settings.ts';
import type { Cancel } from '../lib/clock.ts';
import { showAlert } from '../state/activity.ts';
import { type Alert, alertsBetween } from '../state/alerts.ts';
import type { ConsoleState } from '../state/state.ts';
import { notificationSequence, type Terminal } from './attach-terminal.ts';

const BELL = '\u0007';

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly write: Terminal['write'];
  readonly setting: () => Settings['alerts'];
};

/** Rings and shows alerts for bids and instances as the setting says. Returns the function that stops it. */
export function ringAlerts({ store, write, setting }: Parts): Cancel {
  const alert = ({ text }: Alert): void => {
    if (setting() !== 'off') write(BELL);
    if (setting() === 'desktop') write(notificationSequence(text));
    store.setState(showAlert(store.getState(), text), true);
  };
  return store.subscribe((state, before) => {
    if (state.lists.bids !== before.lists.bids || state.lists.instances !== before.lists.instances) {
      alertsBetween(before, state).forEach(alert);
    }
  });
}
