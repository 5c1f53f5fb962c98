import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { openTerminal } from '../driver/terminal.ts';
import { renderPng } from './render.ts';
test('try', async () => {
  for (const palette of ['dark', 'light'] as const) {
    const t = openTerminal({ command: process.execPath, args: [new URL('samples/sheet.js', import.meta.url).pathname], columns: 120, rows: 18 });
    await t.see('~ end');
    const at = performance.now();
    const p = renderPng(t, palette);
    console.log(p.missing, p.png.length, performance.now() - at);
    writeFileSync(`/tmp/sheet-${palette}.png`, p.png);
    await t.close();
  }
});
