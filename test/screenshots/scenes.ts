import type { Variables } from '../driver/environment.ts';
import type { Terminal } from '../driver/terminal.ts';
import type { PaletteName } from './palette.ts';

/** One picture: how the program is started, and what a person does before it is taken. */
export type Scene = {
  /** The name of the picture, without `.png`. */
  readonly file: string;
  readonly columns: number;
  readonly rows: number;
  readonly palette: PaletteName;
  readonly env: Variables;
  readonly args: readonly string[];
  /** Ends when the screen shows what the picture is about. */
  readonly script: (terminal: Terminal) => Promise<void>;
};

const demo = ['demo', '--db', ':memory:', '--seed', '7'];
const wide = { columns: 160, rows: 45, palette: 'dark', env: {}, args: demo } as const;

/** The lists have arrived: the Bids pane shows a status. */
async function lists(terminal: Terminal): Promise<void> {
  await terminal.until('bids in their pane', (screen) => screen.rowsOfPane('Bids').some((row) => /allocated|open|running/.test(row)));
}

async function bidForm(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('n');
  await terminal.see(/limit price/i);
  // One answer a field: name, type, region, quantity, price.
  for (const answer of ['night-sweep', '8xh100', 'us-central1-a', '4', '2.50']) {
    terminal.type(answer);
    await terminal.see(answer);
    terminal.press('Tab');
  }
  await terminal.see('$10.00');
}

async function review(terminal: Terminal): Promise<void> {
  await bidForm(terminal);
  terminal.press('Ctrl-S');
  await terminal.see(/review/i);
}

async function detail(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('Enter');
  await terminal.see('bid_');
}

async function confirmation(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('x');
  await terminal.see(/irreversible/);
}

async function help(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('?');
  await terminal.see(/help/i);
}

async function palette(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press(':');
  await terminal.until('the palette', (screen) => screen.panes().some(({ title }) => /palette|command/i.test(title)));
  terminal.type('pau');
  await terminal.see(/pau/);
}

/** Every picture in the documentation. */
export const scenes: readonly Scene[] = [
  { ...wide, file: 'overview', script: lists },
  { ...wide, file: 'bid-form', script: bidForm },
  { ...wide, file: 'bid-review', script: review },
  { ...wide, file: 'confirmation', script: confirmation },
  { ...wide, file: 'detail', script: detail },
  { ...wide, file: 'help', script: help },
  { ...wide, file: 'palette', script: palette },
  { ...wide, file: 'narrow', columns: 90, rows: 28, script: lists },
  { ...wide, file: 'tiny', columns: 60, rows: 20, script: lists },
  { ...wide, file: 'light', palette: 'light', script: lists },
  { ...wide, file: 'no-color', env: { NO_COLOR: '1' }, script: lists },
];
