import type { Size } from '../../src/store/state.ts';
import { broughtBy } from '../brought.ts';
import { answer } from '../driver/answer.ts';
import { type Market, openMarket } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import type { Terminal } from '../driver/terminal.ts';
import { emptyService, NONE } from '../stories/empty-service.ts';
import { multiProjectService } from '../stories/multi-project-service.ts';
import { STILL } from '../stories/service.ts';
import { activity, bidForm, demoWithPast, lists, PATIENT, type Scene, usual } from './scene.ts';

/** Size of the first picture; the ones after it show what a smaller terminal leaves of the same view. */
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

/** Half a minute in the life of a fleet: events, trends, and the pictures in the header. */
async function lively(terminal: Terminal): Promise<void> {
  await lists(terminal);
  await terminal.see(/▸ ✖ /, PATIENT);
  await terminal.see('by you', PATIENT);
  await terminal.see(/finetune-mistral .* 0%/, PATIENT);
  await terminal.see(/run(?:ning)? [▁-█]+/, PATIENT);
}

async function preview(terminal: Terminal): Promise<void> {
  await lively(terminal);
  terminal.type(':train-llama\r');
  await terminal.see(/▌ +train-llama /);
  terminal.press('v');
  await terminal.see(/Preview ▸ bid train-llama/);
}

const isFirstRun = (screen: Pick<Terminal, 'shows'>): boolean => screen.shows('Welcome to spotdeck');

async function connect(terminal: Terminal): Promise<void> {
  terminal.press('c');
  await terminal.see(/▸ Address\*/);
  terminal.type('http://127.0.0.1:1023\tproj_research\t\tnever-shown');
  terminal.press('Ctrl-S');
  await terminal.see(/✖ The service at 127\.0\.0\.1:1023 refused/);
}

async function confirmation(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('x');
  await terminal.see('▸ y confirm');
}

async function help(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('?');
  await terminal.seeRows('Keys', [/Bids/, /p +Pause the bid/]);
}

async function palette(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press(':');
  await terminal.seeRows('Palette', [':', /Pause the bid/]);
  terminal.type('resu');
  await terminal.seeRows('Palette', [': resu', /Resume the bid/]);
}

async function columns(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('zbzc');
  await terminal.seeRows('Columns of Bids', [/NAME/, /STATUS +sorted ↑, grouped/]);
}

/** A market behind a service that takes its time with changes: each a little longer than the one before. */
async function slowChanges(): Promise<Variables> {
  const market = await openMarket(STILL);
  let changes = 0;
  const { origin } = await multiProjectService([market], () => {
    changes += 1;
    return new Promise((done) => setTimeout(done, 250 * changes));
  });
  return { ...market.env, SPOTDECK_BASE_URL: origin };
}

async function bulkPause(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('/region:us\r');
  await terminal.see('8 of 14');
  terminal.type('*p');
  await answer(terminal, 'p');
  await terminal.see('Pausing: 2 of 6.');
}

/** The market goes away while one looks: rows stay, with their age and the reason. */
async function fault(terminal: Terminal): Promise<void> {
  await lists(terminal);
  await gone?.stop();
  await terminal.see(/not refreshed since \ds ago/);
}

let gone: Market | undefined;

async function marketToGo(): Promise<Variables> {
  gone = await openMarket(STILL);
  return gone.env;
}

const envOfEmpty = (refused: RegExp) => async (): Promise<Variables> => (await emptyService(refused)).env;

const brought = await broughtBy<{ readonly scenes: readonly Scene[] }>('scenes.ts');

/** Every picture in the documentation, those of features last. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'overview', args: demoWithPast, script: lively },
  { ...usual, file: 'bid-review', script: review },
  { ...usual, file: 'confirmation', script: confirmation },
  { ...usual, file: 'detail', script: detail },
  { ...usual, file: 'preview', args: demoWithPast, script: preview },
  { ...usual, file: 'help', script: help },
  { ...usual, file: 'palette', script: palette },
  { ...usual, file: 'activity', args: demoWithPast, script: activity },
  { ...usual, file: 'columns', script: columns },
  { ...usual, file: 'bulk-pause', args: [], env: slowChanges, script: bulkPause },
  { ...usual, file: 'fault', args: [], env: marketToGo, script: fault },
  { ...usual, file: 'first-run', args: [], started: isFirstRun, script: async () => undefined },
  { ...usual, file: 'connect', args: [], started: isFirstRun, script: connect },
  { ...usual, file: 'empty', args: [], env: envOfEmpty(NONE), script: (terminal) => terminal.see('place a bid') },
  {
    ...usual,
    file: 'no-access',
    args: [],
    env: envOfEmpty(/bids|volumes/),
    script: (terminal) => terminal.see('no access to 2 lists'),
  },
  { ...usual, file: 'light', palette: 'light', script: lists },
  { ...usual, file: 'no-color', env: { NO_COLOR: '1' }, script: lists },
  ...brought.flatMap((feature) => feature.scenes),
];
