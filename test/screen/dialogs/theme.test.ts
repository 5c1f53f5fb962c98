import { describe, expect, test } from 'vitest';
import { textBufferOf } from '../../../src/lib/text-buffer.ts';
import type { Tone } from '../../../src/resources/cell.ts';
import { type Background, themeFor } from '../../../src/screen/dialogs/theme.ts';
import { paletteEntries } from '../../../src/screen/keymap/palette.ts';
import { themeNames } from '../../../src/store/defaults.ts';
import { dialogOpened } from '../../../src/store/dialogs/dialog-stack.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { operatorAt } from '../keys/press-keys.ts';

const TONES: readonly Tone[] = ['plain', 'dim', 'strong', 'good', 'busy', 'warn', 'bad', 'accent'];
const STEPS = [0, 95, 135, 175, 215, 255];

/** Red, green and blue, from 0 to 255, of one of the 240 colours that no palette changes. */
function rgb(number: number): readonly number[] {
  if (number >= 232) return [0, 0, 0].map(() => 8 + (number - 232) * 10);
  const cube = number - 16;
  return [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((step) => STEPS[step] ?? 0);
}

/** The contrast of two colours as defined by WCAG, from 1 to 21. */
function contrast(one: number, other: number): number {
  const light = (number: number): number => {
    const [r = 0, g = 0, b = 0] = rgb(number).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, bright = 0] = [light(one), light(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** The colours that a tone sets. */
function coloursIn(open: string): { readonly text: number | null; readonly ground: number | null } {
  const text = /(?:^|[;[])38;5;(\d+)/.exec(open)?.[1];
  const background = /48;5;(\d+)/.exec(open)?.[1];
  return {
    text: text === undefined ? null : Number(text),
    ground: background === undefined ? null : Number(background),
  };
}

const PAINTED = ['dark', 'light', 'high-contrast', 'colour-blind', 'solarized'] as const;

describe('every tone is readable on the background that its theme paints', () => {
  test.each(PAINTED)('in %s', (name) => {
    const theme = themeFor('256', name);
    const canvas = theme.canvas;
    const poor = TONES.flatMap((tone) =>
      (['plain', 'dimmed', 'cursor'] as const).flatMap((background: Background) => {
        const { text, ground } = coloursIn(theme.sgr(tone, background));
        const ratio = contrast(text ?? 0, ground ?? canvas?.background ?? 0);
        const isDim = background === 'dimmed' || (background === 'plain' && tone === 'dim');
        return ratio < (isDim ? 3 : background === 'cursor' ? 4 : 4.5) ? [[tone, background, ratio]] : [];
      }),
    );
    expect(poor).toEqual([]);
    expect(contrast(canvas?.text ?? 0, canvas?.background ?? 0)).toBeGreaterThanOrEqual(4.5);
  });

  test('and terminal, thin, mono and terminals of sixteen colours keep the background that they have', () => {
    for (const name of ['terminal', 'thin', 'mono'] as const) expect(themeFor('256', name).canvas).toBeNull();
    for (const name of PAINTED)
      for (const colours of ['16', 'none'] as const) expect(themeFor(colours, name).canvas).toBeNull();
  });
});

test.each(themeNames)('%s sets no colour when colours are off', (name) => {
  for (const tone of TONES)
    for (const background of ['plain', 'cursor', 'dimmed'] as const)
      expect(themeFor('none', name).sgr(tone, background).slice(2)).toMatch(/^[0;1247]+m$/);
});

test.each(themeNames)('%s uses only sixteen colours where the terminal has no more', (name) => {
  for (const tone of TONES) expect(themeFor('16', name).sgr(tone, 'cursor')).not.toContain('8;5;');
});

test('the palette switches the theme and the profile at once', async () => {
  const start = { ...consoleWith({ bids: [bid('a')] }), profiles: ['prod', 'research'] };
  const operator = operatorAt(start);
  await operator.press(':');
  await operator.type('theme light\n');
  expect(operator.state().theme).toBe('light');
  expect(operator.notice()).toContain('Theme light');
  await operator.press(':');
  await operator.type('profile research\n');
  expect(operator.left.profiles).toEqual(['research']);
  const open = dialogOpened(start, { kind: 'palette', editor: textBufferOf('profile prod'), at: 0 });
  expect(paletteEntries(open).filter(({ label }) => label === 'Profile: prod')).toEqual([]);
});
