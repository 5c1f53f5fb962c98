import type { Screen } from '../driver/screen.ts';

/** Whether the screen of a console without a service is shown. */
export const isFirstScreen = (screen: Pick<Screen, 'shows'>): boolean => screen.shows('Welcome to spotdeck');

/** How to open a console without a service. */
export const FIRST = { args: [], started: isFirstScreen };

/** Modes of a terminal that a program has left as it was. */
export const WHOLE = { canonical: true, echo: true, signals: true };
