import { pause } from '../console.ts';
import { processorTime } from '../process.ts';
import { mean } from '../statistics.ts';
import type { TimedConsole } from '../timed.ts';

/** A program with a long list, and what its screen shows when the cursor is on the n-th row. */
export type Walked = { readonly timed: TimedConsole; readonly shows: (n: number) => string };

/** What keys cost that move the cursor down a list. Times in milliseconds. */
export type KeyFigures = {
  /** From each key to the first byte of output, and to the last byte of the frame with the cursor on the next row. */
  readonly firstBytes: readonly number[];
  readonly lastBytes: readonly number[];
  /** Bytes of a key until the next one, on average. */
  readonly bytes: number;
  readonly processor: number;
  /** From so many keys sent at once until the cursor has come to the end, several times. */
  readonly atOnce: readonly number[];
};

/** Time between a frame and the next key: bare Ink draws at most 60 frames a second. */
const BETWEEN_MS = 20;
/** Keys that are not counted: the code of the program is compiled meanwhile. */
const WARM_UP = 20;
/** Keys that are sent at once, how often, and the time before. */
const AT_ONCE = 200;
const TIMES = 5;
const REST_MS = 500;

/** Rows that a list has to have for so many keys. */
export const rowsFor = (steps: number): number => 1 + WARM_UP + steps + AT_ONCE * TIMES;

/** Presses keys one after the other and then many at once, with the cursor on the first row. */
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
