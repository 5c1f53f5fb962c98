import { expect } from 'vitest';
import { openConsole } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import type { Terminal } from '../driver/terminal.ts';
import { listNames } from './doors.ts';
import { expectUntouched } from './harmless.ts';
import { poisoned } from './printed.ts';

type Size = { readonly columns: number; readonly rows: number };

/** Terminal modes of the running console, which no text of the service may change. */
const OWN_MODES = { alternateScreen: true, cursorVisible: false, bracketedPaste: true };

/** Console on a service with every field hostile: every pane, detail, raw JSON, copy menu, palette and request. */
async function lookedAtAll(size: Size, args: readonly string[], env: Variables = {}): Promise<void> {
  const all = await poisoned();
  const console = await openConsole({ args: [...args], ...size, env: { ...all.service.env, ...env } });
  await console.until(
    'all lists are there',
    (screen) => screen.shows(String(all.payloads.length)) && !screen.shows('Loading'),
  );
  for (const [n] of listNames.entries()) {
    console.type(String(n + 1));
    await whole(console);
    // Zoomed, to show every row with as many columns as fit.
    console.type('zz');
    for (let page = 0; page < 6; page++) console.press('PgDn');
    console.press('G', 'Enter');
    await console.see('Identifier');
    console.press('Left');
    await console.see('"fid"');
    for (let page = 0; page < 3; page++) console.press('PgDn');
    console.press('Esc', 'Esc');
    console.type('gy');
    await console.see('identifier');
    console.press('Esc');
    console.type('zz');
    await whole(console);
  }
  console.type('7');
  await console.see('Activity');
  console.press('Enter', 'Esc');
  console.type(':m');
  await console.see(/[│|].*m\d\dm/);
  console.press('Esc', 'Esc');
  console.do('requests');
  console.press('Enter');
  await console.see('/v2/');
  for (let page = 0; page < 5; page++) console.press('PgDn');
  console.press('Esc', 'Esc', '$');
  await console.see('Money: max cost');
  console.press('Esc', '1', 'h', 'Esc', 'z', 'b', 'z', 'b');
  await whole(console);
  expectUntouched(console, all.payloads);
  expect(console.clipboard()).toBeNull();
  expect(console.notifications()).toEqual([]);
  expect(console.modes()).toMatchObject(OWN_MODES);
  console.press('Ctrl-C');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  expect(console.modes().changed).toEqual([]);
  all.done();
}

/** Expects the header in the first row, and a box's edge at both ends of each row below it. */
export function whole(console: Terminal): Promise<void> {
  return console.until('the screen is whole', (screen) => {
    const { columns, rows } = screen.size();
    if (!screen.line(0).includes('spotdeck')) return false;
    // The width of a row with a family emoji differs between terminals.
    const edges = Array.from({ length: rows - 3 }, (_, n) => n + 2)
      .filter((row) => !screen.line(row).includes('👩'))
      .map((row) => `${screen.cellAt(row, 0).text}${screen.cellAt(row, columns - 1).text}`);
    return edges.every((edge) => /^[╭│╰+|][╮│╯+|]$/.test(edge));
  });
}

export const wideScreen = (): Promise<void> => lookedAtAll({ columns: 160, rows: 45 }, []);
export const narrowScreen = (): Promise<void> => lookedAtAll({ columns: 80, rows: 24 }, []);
export const asciiScreen = (): Promise<void> => lookedAtAll({ columns: 160, rows: 45 }, ['--ascii']);
