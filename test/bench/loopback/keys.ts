import { pause } from '../console.ts';
import { processorTime } from '../process.ts';
import { mean } from '../results.ts';
import type { TimedConsole } from '../timed.ts';

/** A long list; `shows` is the screen with the cursor on the n-th row. */
export type Walked = { readonly timed: TimedConsole; readonly shows: (n: number) => string };

/** Of keys that move the cursor down. Milliseconds. */
export type KeyFigures = {
  /** To the first byte of output, and to the last of the frame with the moved cursor. */
  readonly firstBytes: readonly number[];
  readonly lastBytes: readonly number[];
  /** Of one key, on average. */
  readonly bytes: number;
  readonly processor: number;
  /** For many keys sent at once, several times. */
  readonly atOnce: readonly number[];
};

/** Bare Ink draws at most 60 frames a second. */
const BETWEEN_MS = 20;
/** Not counted, while code is compiled. */
const WARM_UP = 20;
/** Sent at once, how often, and the time before. */
const AT_ONCE = 200;
const TIMES = 5;
const REST_MS = 500;

/** Rows needed for so many keys. */
export const rowsFor = (steps: number): number => 1 + WARM_UP + steps + AT_ONCE * TIMES;

/** One by one, then many at once, from the first row. */
export async function measureKeys({ timed, shows }: Walked, steps: number): Promise<KeyFigures> {
  let row = 1;
  const step = async (): Promise<number> => {
    row += 1;
    const { ms } = await timed.until('j', shows(row));
    await pause(BETWEEN_MS);
    return ms;
  };
  for (let n = 0; n < WARM_UP; n++) await step();
  const before = processorTime(timed.pid);
  const firstBytes: number[] = [];
  const lastBytes: number[] = [];
  const bytes: number[] = [];
  for (let n = 0; n < steps; n++) {
    lastBytes.push(await step());
    const heard = timed.heard();
    firstBytes.push(heard.firstMs);
    bytes.push(heard.bytes);
  }
  const processor = (processorTime(timed.pid) - before) / steps;
  const atOnce: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    await pause(REST_MS);
    row += AT_ONCE;
    atOnce.push((await timed.until('j'.repeat(AT_ONCE), shows(row))).ms);
  }
  return { firstBytes, lastBytes, bytes: mean(bytes), processor, atOnce };
}
