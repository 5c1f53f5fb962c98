import type { Variables } from '../driver/environment.ts';
import type { Terminal } from '../driver/terminal.ts';
import type { PaletteName } from './palette.ts';

/** A view of the program: its start, and the steps before its pictures. */
export type Scene = {
  /** Without `.png`. */
  readonly file: string;
  readonly palette: PaletteName;
  readonly env: Variables | (() => Promise<Variables>);
  readonly args: readonly string[] | (() => Promise<readonly string[]>);
  /** Makes both together, if one needs the other. */
  readonly opening?: () => Promise<{ readonly args: readonly string[]; readonly env: Variables }>;
  /** By default with the console's header. */
  readonly started?: (screen: Pick<Terminal, 'shows'>) => boolean;
  /** Ends when the screen is ready for the picture. */
  readonly script: (terminal: Terminal) => Promise<void>;
};

export const demo = ['demo', '--db', ':memory:', '--seed', '7'];

/** Also has the past of a demo of the default file. */
export const demoWithPast = [...demo, '--past'];

export const usual = { palette: 'dark', env: {}, args: demo } as const;

export async function lists(terminal: Terminal): Promise<void> {
  await terminal.see('● live');
  await terminal.until('all lists loaded', (screen) => screen.shows('train-llama') && !screen.shows('Loading'));
}

/** Fast enough to lose something in a look. */
export const fast = ['demo', '--db', ':memory:', '--seed', '7', '--speed', '120'] as const;

/** For a slow market. */
export const PATIENT = { timeout: 60_000 };

/** Fields of the bid form, in order. */
const answers = [
  ['Name', 'night-sweep'],
  ['Instance type', '8xh100.us-central1-a'],
  ['Quantity', '4'],
  ['Limit price', '26.50'],
] as const;

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

export async function activity(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('7', 'z', 'z');
  await terminal.until(
    'a page of what happened, with losses',
    (screen) => screen.shows('✖ lost') && screen.screen().filter((line) => line.includes('▸ ')).length >= 6,
    PATIENT,
  );
}
