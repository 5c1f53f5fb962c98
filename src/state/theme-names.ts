/** The names of the themes, the default first. */
export const themeNames = ['terminal', 'dark', 'light', 'high-contrast', 'colour-blind', 'solarized', 'mono'] as const;
export type ThemeName = (typeof themeNames)[number];

/** A short description of each theme. */
export const themeWords: Readonly<Record<ThemeName, string>> = {
  terminal: 'the terminal’s own sixteen colours',
  dark: 'light on dark grey',
  light: 'dark on white',
  'high-contrast': 'bright and bold on black',
  'colour-blind': 'blue and orange instead of green and red',
  solarized: 'muted, on dark grey',
  mono: 'no colours',
};
