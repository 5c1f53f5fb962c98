import { expect, test } from 'vitest';
import { openConsole, openMarket } from '../driver/console.ts';
import { passes } from '../driver/time.ts';
import { newPath } from '../journal/snapshots.ts';
import { changed, STILL } from './service.ts';

test.each([
  [[], '↑'],
  [['--ascii'], '^'],
] as const)(
  'a limit price that somebody else raises rings once, is said with what it may cost, and has its mark in its row: %j',
  async (args, mark) => {
    const market = await openMarket(STILL);
    const console = await openConsole({ args, env: { ...market.env, SPOTDECK_JOURNAL: newPath() } });
    await console.seeLoaded('14 bids');
    expect(console.bells()).toBe(0);
    await changed(market, 'sweep-a', { limit_price: '$40.00' });
    await console.see(
      /Somebody else raised the limit price of sweep-a from \$4\.80 to \$40\.00, up to \$140\.80\/h more\./,
    );
    const row = console.rowOf(/sweep-a +\S+ allocated/);
    expect(console.line(row)).toContain(`${mark}$40.00`);
    await passes(10_000);
    // By now it is no longer highlighted as a cell that has just changed.
    const plain = console.styleAt(console.rowOf(/sweep-b +\S+ allocated/), '$5.45');
    expect(console.styleAt(row, '$40.00')).not.toEqual(plain);
    expect(console.bells()).toBe(1);
    await changed(market, 'sweep-a', { limit_price: '$4.80' });
    await console.until('the mark is gone', (screen) => !screen.shows(`${mark}$`));
    expect(console.bells()).toBe(1);
  },
);
