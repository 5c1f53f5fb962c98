import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { closeAfterTest } from '../driver/console.ts';
import { openTerminal, type Terminal } from '../driver/terminal.ts';
import { palettes } from './palette.ts';
import { renderPng } from './render.ts';
import { shapesOf } from './shapes.ts';
import { drawScreen } from './svg.ts';

async function openSheet(): Promise<Terminal> {
  const sheet = fileURLToPath(new URL('samples/sheet.js', import.meta.url));
  const terminal = openTerminal({ command: process.execPath, args: [sheet], columns: 120, rows: 18 });
  closeAfterTest(terminal);
  await terminal.see('~ end');
  return terminal;
}

test('a screen becomes a picture of its size, with colours by table', async () => {
  const { png } = renderPng(await openSheet());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect([width, height]).toEqual([2 * (120 * 9 + 32), 2 * (18 * 20 + 32)]);
  const data = png.indexOf('IDAT') + 4;
  const rows = inflateSync(png.subarray(data, data + png.readUInt32BE(data - 8)));
  expect(rows.length).toBe((width + 1) * height);
  expect(new Set(rows).size).toBeGreaterThan(50);
});

test('characters that no font has are told', async () => {
  expect(renderPng(await openSheet()).missing).toEqual(['⏸', '⏵', '訓', '練', '👩']);
});

test('letters have their own places, so that no ligature joins them, and markup is escaped', async () => {
  const { svg } = drawScreen(await openSheet(), palettes.dark);
  expect(svg).toMatch(/<text x="16 25 34 43" y="[^"]*" fill="#d3d8e2" font-weight="700">bold<\/text>/);
  expect(svg).toContain('-&gt;');
});

test('lines of a box reach the edges of their cells, where the next one begins', () => {
  const cell = { x: 9, y: 20, width: 9, height: 20 };
  expect(shapesOf('─', cell)?.[0]?.path).toContain('M13.5 29.5h4.5v1h-4.5z');
  expect(shapesOf('╭', cell)?.[0]?.path).toBe('M13.5 40V34.5A4.5 4.5 0 0 1 18 30H18');
  expect(shapesOf('█', cell)?.[0]?.path).toBe('M9 20h9v20h-9z');
  expect(shapesOf('A', cell)).toBeNull();
});
