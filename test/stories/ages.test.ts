import { expect, onTestFinished, test } from 'vitest';
import type { Color } from '../driver/cells.ts';
import { openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import type { Screen } from '../driver/screen.ts';
import { calm, openWire } from '../faults/wire.ts';
import { STILL } from './service.ts';

test('a service that hangs without failing is called stale after six seconds, rows are dimmed, and the console is live again when it goes on', async () => {
  const market = await openMarket(STILL);
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const console = await openDemo({ service: market, env: { SPOTDECK_BASE_URL: wire.origin } });
  /** The colour of a bid's status. */
  const colour = (screen: Screen): Color | undefined => {
    const row = screen.screen().findIndex((line) => /finetune-mistral\s+● allocated/.test(line));
    return screen.cells(row).find(({ text }) => text === '●')?.style.fg;
  };
  await console.see(/finetune-mistral\s+● allocated/);
  const live = colour(console);
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  wire.fault(async (struck) => {
    await goesOn;
    await calm(struck);
  });
  await console.see(/▲ stale 8s/, { timeout: 12_000 });
  await console.until('the bid dimmed', (screen) => colour(screen) !== live);
  expect(console.screen().join('\n'), 'nothing has failed so far').not.toContain('not refreshed');
  wire.fault(null);
  goOn();
  await console.see(/● live \ds/, { timeout: 20_000 });
  await console.until('the bid in its colour again', (screen) => colour(screen) === live);
});
