import type { Variables } from '../driver/environment.ts';
import type { Terminal } from '../driver/terminal.ts';
import type { PaletteName } from './palette.ts';

/** One view of the program: how it is started, and what a person does before its pictures are taken. */
export type Scene = {
  /** The name of its pictures, without `.png`. */
  readonly file: string;
  readonly palette: PaletteName;
  readonly env: Variables | (() => Promise<Variables>);
  readonly args: readonly string[] | (() => Promise<readonly string[]>);
  /** What both are made of together, where one needs the other. */
  readonly opening?: () => Promise<{ readonly args: readonly string[]; readonly env: Variables }>;
  /** When the program counts as started; by default with the console's header. */
  readonly started?: (screen: Pick<Terminal, 'shows'>) => boolean;
  /** Ends when the screen shows what the picture is about. */
  readonly script: (terminal: Terminal) => Promise<void>;
};

/** Arguments of the demo. */
export const demo = ['demo', '--db', ':memory:', '--seed', '7'];

/** The same with the past that a demo of the default file has, too. */
export const demoWithPast = [...demo, '--past'];

/** What most scenes have. */
export const usual = { palette: 'dark', env: {}, args: demo } as const;

/** All lists on the screen have arrived. */
export async function lists(terminal: Terminal): Promise<void> {
  await terminal.see('● live');
  await terminal.until('all lists loaded', (screen) => screen.shows('train-llama') && !screen.shows('Loading'));
}

/** A market whose time goes by fast enough to lose something while one looks. */
export const fast = ['demo', '--db', ':memory:', '--seed', '7', '--speed', '120'] as const;

/** Waits for what takes its time in a market. */
export const PATIENT = { timeout: 60_000 };

/** The fields of the bid form that are filled in, in their order, with what is typed. */
const answers = [
  ['Name', 'night-sweep'],
  ['Instance type', '8xh100.us-central1-a'],
  ['Quantity', '4'],
  ['Limit price', '26.50'],
] as const;

/** The form of a bid, filled in. */
export async function bidForm(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('n');
  for (const [field, answer] of answers) {
    await terminal.see(`▸ ${field}`);
    terminal.type(answer);
    await terminal.see(new RegExp(`▸ ${field}\\*? .*${answer}`));
    if (field !== 'Limit price') terminal.press('Tab');
  }
  await terminal.see('$106.00 /h at most');
}

/** A page of events. */
export async function activity(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('7', 'z', 'z');
  await terminal.until(
    'a page of what happened, with losses',
    (screen) => screen.shows('✖ lost') && screen.screen().filter((line) => line.includes('▸ ')).length >= 6,
    PATIENT,
  );
}
