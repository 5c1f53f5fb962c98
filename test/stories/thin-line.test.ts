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
