import { expect, test } from 'vitest';
import { startService } from '../bench/service/start.ts';
import { closeAfterTest, openConsole } from '../driver/console.ts';

/** A console on 500 bids and 1,000 instances in which nothing changes, and that asks for them only once. */
async function longList(...args: readonly string[]) {
  const service = await startService({ bids: 500, instances: 1000 });
  closeAfterTest({ close: async () => service.close() });
  const terminal = await openConsole({
    args: ['--refresh', '3600', '--refresh-hidden', '3600', '--reach', 'off', ...args],
    env: { SPOTDECK_BASE_URL: service.address, SPOTDECK_PROJECT: 'proj_bench', SPOTDECK_TOKEN: 'bench' },
  });
  await terminal.see('1000 of 1000 instances running');
  await terminal.see(' 1/500 ');
  return terminal;
}

test.each([
  ['terminal', 450],
  ['thin', 200],
])(
  'with the theme %s a step down a long list costs at most %i bytes, pages of new rows among them',
  async (theme, most) => {
    const terminal = await longList('--theme', theme);
    const from = terminal.mark();
    for (let n = 2; n <= 101; n++) {
      terminal.press('j');
      await terminal.see(` ${n}/500 `);
    }
    expect(terminal.bytesSince(from) / 100).toBeLessThan(most);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what clears a screen is an escape sequence
    expect(terminal.since(from)).not.toMatch(/\u001b\[[23]?J|\u001bc/);
  },
);

test('a screen drawn in pieces equals one drawn at once', async () => {
  const terminal = await longList();
  for (const key of ['j', 'j', 'o', 'G', 'k', '2', 'j', 'z', 'z', '1', 'g'] as const) terminal.press(key);
  await terminal.see(' 1/500 ');
  await terminal.until('the cursor on top again', (screen) => /▌/.test(screen.line(3)));
  const pieces = Array.from({ length: 44 }, (_, n) => terminal.line(n).replace(/\d+s/g, ''));
  // A terminal of another size and back: every line is written anew.
  terminal.resize(159, 45);
  await terminal.until('a narrower frame', (screen) => screen.line(1).trimEnd().length === 159);
  terminal.resize(160, 45);
  await terminal.until('the wide frame', (screen) => screen.line(1).trimEnd().length === 160);
  expect(Array.from({ length: 44 }, (_, n) => terminal.line(n).replace(/\d+s/g, ''))).toEqual(pieces);
});
