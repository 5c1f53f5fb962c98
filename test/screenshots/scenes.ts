import type { Size } from '../../src/store/state.ts';
import { broughtBy } from '../brought.ts';
import type { Terminal } from '../driver/terminal.ts';
import { activity, bidForm, demoWithPast, lists, PATIENT, type Scene, usual } from './scene.ts';

/** The first picture's size; the others show the same view on smaller terminals. */
export const FULL: Size = { columns: 160, rows: 45 };
export const SMALLER: readonly Size[] = [
  { columns: 120, rows: 35 },
  { columns: 80, rows: 24 },
  { columns: 40, rows: 10 },
];

async function review(terminal: Terminal): Promise<void> {
  await bidForm(terminal);
  terminal.press('Ctrl-S');
  await terminal.seeRows('Place a bid: review', [/Name +night-sweep/, /Instance type/]);
}

async function detail(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('Enter');
  await terminal.see(/Identifier +bid_/);
}

/** Half a minute of a fleet: events, trends, and the header. */
async function lively(terminal: Terminal): Promise<void> {
  await lists(terminal);
  await terminal.see(/▸ ✖ /, PATIENT);
  await terminal.see('by you', PATIENT);
  await terminal.see(/finetune-mistral .* 0%/, PATIENT);
  await terminal.see(/run(?:ning)? [▁-█]+/, PATIENT);
}

const isFirstRun = (screen: Pick<Terminal, 'shows'>): boolean => screen.shows('Welcome to spotdeck');

async function palette(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press(':');
  await terminal.seeRows('Palette', [':', /Pause the bid/]);
  terminal.type('resu');
  await terminal.seeRows('Palette', [': resu', /Resume the bid/]);
}

const brought = await broughtBy<{ readonly scenes: readonly Scene[] }>('scenes.ts');

/** All pictures of the documentation, those of features last. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'overview', args: demoWithPast, script: lively },
  { ...usual, file: 'bid-review', script: review },
  { ...usual, file: 'detail', script: detail },
  { ...usual, file: 'palette', script: palette },
  { ...usual, file: 'activity', args: demoWithPast, script: activity },
  { ...usual, file: 'first-run', args: [], started: isFirstRun, script: async () => undefined },
  { ...usual, file: 'light', palette: 'light', script: lists },
  { ...usual, file: 'no-color', env: { NO_COLOR: '1' }, script: lists },
  ...brought.flatMap((feature) => feature.scenes),
];
