import { answer } from '../../driver/answer.ts';
import type { Terminal } from '../../driver/terminal.ts';
import { fast, lists, PATIENT, type Scene, usual } from '../../screenshots/scene.ts';
import { withPrices } from '../money/earlier-prices.ts';

/** A few minutes of a fleet's life: states that came and went, instances lost and gained, a price that was raised. */
async function history(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('/name:=batch-embed\r');
  await terminal.see(/batch-embed +▲ preempting/, PATIENT);
  terminal.type('e10.20');
  terminal.press('Ctrl-S');
  await answer(terminal, 'Enter');
  await terminal.see(/batch-embed .*\$10\.20/);
  await terminal.see(/batch-embed +● allocated/, PATIENT);
  terminal.press('h');
  await terminal.until(
    'it has gone through several states',
    (screen) => screen.screen().filter((line) => /batch-embed: \w+ → \w+/.test(line)).length >= 5,
    PATIENT,
  );
}

async function priceBand(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('/name:=train-llama-eu\rh');
  await terminal.see('History of train-llama-eu');
  for (const span of ['1m', '2m', '5m', '10m', '20m', '30m', '1h', '2h', '3h', '6h', '12h', '24h']) {
    if (terminal.shows(`in the last ${span}`)) continue;
    terminal.press('-');
    await terminal.see(`in the last ${span}`);
  }
  await terminal.see('price between two bounds');
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'history', args: fast, script: history },
  { ...usual, file: 'price-band', args: [], env: withPrices, script: priceBand },
];
