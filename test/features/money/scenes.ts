import { openMarket } from '../../driver/console.ts';
import type { Variables } from '../../driver/environment.ts';
import type { Terminal } from '../../driver/terminal.ts';
import { storyClock } from '../../driver/time.ts';
import { newPath } from '../../journal/snapshots.ts';
import { bidForm, demo, lists, type Scene, usual } from '../../screenshots/scene.ts';
import { STILL } from '../../stories/service.ts';
import { marketWithLosses } from './chart-journal.ts';
import { writeCostJournal } from './cost-journal.ts';
import { withPrices } from './earlier-prices.ts';

/** A market with a journal of what earlier bids have cost. */
async function withCosts(): Promise<Variables> {
  const { env, origin: service, project } = await openMarket(STILL);
  const journal = newPath();
  writeCostJournal(journal, { service, project }, storyClock().now(), 7);
  return { ...env, SPOTDECK_JOURNAL: journal };
}

async function costs(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('$');
  await terminal.see('By type');
  terminal.press('Right', '-');
  await terminal.see('max cost in 7 days');
  await terminal.see('Observed:');
}

async function prices(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type(':prices\r');
  await terminal.see(/(8xh|4xa)100 +eu-west4-a +\$/);
}

/** A market and a journal of bids that were filled and lost as the price moved. */
async function withLosses(): Promise<Variables> {
  const { market, journal } = await marketWithLosses();
  return { ...market.env, SPOTDECK_JOURNAL: journal };
}

async function priceChart(terminal: Terminal): Promise<void> {
  await prices(terminal);
  terminal.type('/type:4xa100 region:eu\r');
  await terminal.see('1 of ');
  terminal.press('Enter');
  await terminal.see('the price was not above this');
  await terminal.see(/batch-eu was lost at/);
}

async function exposure(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('$');
  await terminal.see(/\d+ % of the budget/);
}

async function priceBand(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('/name:=train-llama-eu\r\r');
  for (const title of ['Story', 'Machine', 'Price']) {
    terminal.press('Right');
    await terminal.see(`[${title}]`);
  }
  await terminal.see('in the last 24h');
  await terminal.see('the price was not above this');
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'bid-form', args: [], env: withPrices, script: bidForm },
  { ...usual, file: 'costs', args: [], env: withCosts, script: costs },
  { ...usual, file: 'prices', args: [], env: withPrices, script: prices },
  { ...usual, file: 'price-band', args: [], env: withPrices, script: priceBand },
  { ...usual, file: 'price-chart', args: [], env: withLosses, script: priceChart },
  { ...usual, file: 'exposure', args: [...demo, '--speed', '0', '--budget-per-hour', '600'], script: exposure },
];
