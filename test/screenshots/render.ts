import { Resvg } from '@resvg/resvg-js';
import type { Terminal } from '../driver/terminal.ts';
import { fontFiles } from './fonts.ts';
import { type PaletteName, palettes } from './palette.ts';
import { encodePng } from './png.ts';
import { drawScreen } from './svg.ts';

export type Picture = {
  readonly png: Buffer;
  /** Characters without a font. */
  readonly missing: readonly string[];
};

/** The terminal at twice its size, for dense screens. */
export function renderPng(
  terminal: Pick<Terminal, 'size' | 'cells' | 'cursor' | 'modes'>,
  palette: PaletteName = 'dark',
): Picture {
  const { svg, missing } = drawScreen(terminal, palettes[palette]);
  const image = new Resvg(svg, {
    font: { loadSystemFonts: false, fontFiles: [...fontFiles], defaultFontFamily: 'JetBrains Mono' },
    fitTo: { mode: 'zoom', value: 2 },
  }).render();
  return { png: encodePng(image.pixels, image.width, image.height), missing };
}
