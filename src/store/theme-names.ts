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

/** Number of colours that the terminal can show. */
export type Colours = 'none' | '16' | '256';

/** Words that people type to find a theme. */
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
