// Apart from poller and state, so the settings' defaults load neither.

/** Milliseconds between polls of visible and hidden lists, and most requests in a minute. */
export type Pace = { readonly visibleMs: number; readonly hiddenMs: number; readonly maxRequests: number };

export const DEFAULT_PACE: Pace = { visibleMs: 2000, hiddenMs: 10_000, maxRequests: 600 };

/** Usual time from a preemption's notice to its end, in milliseconds. */
export const USUAL_PREEMPTION_MS = 5 * 60_000;

/** A list is read for at most a third of the time, so slow services get fewer requests. */
export const REQUEST_SHARE = 3;

/** The default first. */
export const themeNames = [
  'terminal',
  'thin',
  'dark',
  'light',
  'high-contrast',
  'colour-blind',
  'solarized',
  'mono',
] as const;
export type ThemeName = (typeof themeNames)[number];

export type Colours = 'none' | '16' | '256';

export const themeSearchWords: Readonly<Record<ThemeName, readonly string[]>> = {
  terminal: ['default'],
  thin: ['slow', 'baud', 'serial', 'bytes'],
  dark: ['night', 'black'],
  light: ['day', 'white', 'bright'],
  'high-contrast': ['contrast'],
  'colour-blind': ['color-blind', 'colourblind', 'colorblind'],
  solarized: [],
  mono: ['monochrome', 'colourless', 'colorless'],
};

export const themeWords: Readonly<Record<ThemeName, string>> = {
  terminal: 'the terminal’s own sixteen colours',
  thin: 'terminal, for slow lines',
  dark: 'light on dark grey',
  light: 'dark on white',
  'high-contrast': 'bright and bold on black',
  'colour-blind': 'blue and orange instead of green and red',
  solarized: 'muted, on dark grey',
  mono: 'no colours',
};
