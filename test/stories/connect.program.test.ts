import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openConsoleInShell } from '../driver/console.ts';
import { acceptOnLoopback } from '../driver/loopback.ts';
import { asStart, fill, isFirstScreen, sharedFolder } from './connect-form.ts';

const WHOLE = { canonical: true, echo: true, signals: true };

test.each(['form', 'attempt'] as const)(
  'SIGTERM during the %s leaves a whole terminal and nothing saved',
  async (when) => {
    const folder = sharedFolder();
    const port = await acceptOnLoopback(() => undefined);
    const console = await openConsoleInShell({ ...asStart({ folder }), started: isFirstScreen });
    console.press('c');
    await console.see(/▸ Address\*/);
    fill(console, [`http://127.0.0.1:${port}`, 'proj_demo', undefined, 'token-of-mine']);
    await console.see(/▸ Token\* +\*{13}/);
    if (when === 'attempt') {
      console.press('Ctrl-S');
      await console.see('Nothing is saved yet.');
    }
    console.kill('SIGTERM');
    expect(await console.aftermath()).toMatchObject(WHOLE);
    expect(console.modes().changed).toEqual([]);
    expect(console.raw()).not.toContain('token-of-mine');
    expect(existsSync(folder)).toBe(false);
  },
);
