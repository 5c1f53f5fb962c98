import { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { type Cancel, type Clock, machineClock } from '../../../lib/clock.ts';
import type { Arrival } from '../../keys/binding.ts';
import { gestureOf, isMouse } from './mouse-protocol.ts';

/**
 * One piece of terminal input: a paste, a response, an escape sequence, or one character. Escape followed by a key in one
 * read is two keys: over a slow connection that is far more likely than Alt with a key, which has no binding.
 * Alt with Backspace is the exception.
 */
const PIECE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's keys begin with the escape character
  /\u001b\[200~[\s\S]*?\u001b\[201~|\u001b[\]P^_X][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b\[[0-?]*[ -/]*[@-~]|\u001bO[;0-9]*[@-~]|\u001b\u007f|[\s\S]/gu;
/** Beginning of an incomplete paste, response or escape sequence. */
const UNFINISHED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  /\u001b\[200~(?![\s\S]*\u001b\[201~)[\s\S]*$|\u001b[\]P^_X][^\u0007\u001b]*\u001b?$|\u001b(?:\[[0-?]*[ -/]*|O[;0-9]*)?$/;

/**
 * Beginning of a terminal's response to a query for its title, colours, clipboard or version. The console sends no such
 * query, but a remote machine can during an SSH login, and the response then arrives after the console has the terminal
 * again. The remote machine chooses its text, so it is dropped: read as keys it could pause bids.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const RESPONSE = /^\u001b(?:\](?:\d|[lLI])|P[01]?[$+>!|r]|_G)/;
/** Complete control string. No key sends one, so it is a response whatever its text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const WHOLE_STRING = /^\u001b[\]P^_X][\s\S]*(?:\u0007|\u001b\\)$/;

/** Splits input into single keys and complete pastes; an incomplete piece is returned as `rest`. */
export function splitKeys(input: string): { readonly keys: readonly string[]; readonly rest: string } {
  const rest = UNFINISHED.exec(input)?.[0] ?? '';
  return { keys: input.slice(0, input.length - rest.length).match(PIECE) ?? [], rest };
}

const ESCAPE = '\u001b';
/** Escape key in the kitty protocol: after a bare escape character Ink would wait for more input. */
const ESCAPE_KEY = '\u001b[27u';
/** Focus reports of the terminal, and whether each means that it gained the focus. */
const FOCUS: ReadonlyMap<string, boolean> = new Map([
  ['\u001b[I', true],
  ['\u001b[O', false],
]);
const PASTE = '\u001b[200~';
/** Time to wait for the rest of an escape sequence before its beginning is read as keys, in milliseconds. */
const SEQUENCE_MS = 25;
/** Time to wait for the rest of a response, which can be long over a slow connection, in milliseconds. */
const RESPONSE_MS = 500;

type WaitingKey = { readonly key: string; readonly arrival: Arrival };

/**
 * Terminal input for Ink, one key at a time. Over a slow connection several keys arrive in one read (`jj`, or a word and
 * Enter), and Ink would pass them on as one text.
 */
export class KeyStream extends Readable {
  readonly isTTY = true;
  readonly #terminal: ReadStream;
  readonly #reportFocus: (focused: boolean) => void;
  readonly #handleMouse: (report: string, arrival: Arrival) => void;
  readonly #answerable: () => object | null;
  readonly #clock: Clock;
  #waiting: WaitingKey[] = [];
  #last: Arrival = { alone: false, answers: null, at: 0, repeatedAfter: null };
  #pressed: { readonly key: string | undefined; readonly at: number } = { key: undefined, at: 0 };
  #rest = '';
  #listening = false;
  #stopWaiting: Cancel = () => undefined;

  constructor(
    terminal: ReadStream,
    reportFocus: (focused: boolean) => void,
    pointed: (report: string, arrival: Arrival) => void = () => undefined,
    answerable: () => object | null = () => null,
    clock: Clock = machineClock,
  ) {
    super();
    this.#terminal = terminal;
    this.#reportFocus = reportFocus;
    this.#handleMouse = pointed;
    this.#answerable = answerable;
    this.#clock = clock;
  }

  override read(size?: number): string | null {
    // A read of size 0 only triggers filling of the buffer.
    if (size === 0) return null;
    // Mouse reports are handled in order with the keys, which may change the rows under the pointer.
    let next = this.#waiting.shift();
    while (next !== undefined && isMouse(next.key)) {
      this.#handleMouse(next.key, next.arrival);
      next = this.#waiting.shift();
    }
    if (next === undefined) return null;
    this.#last = next.arrival;
    return next.key === ESCAPE ? ESCAPE_KEY : next.key;
  }

  /** Arrival of the key that was read last. Ink handles each key before it reads the next. */
  get lastArrival(): Arrival {
    return this.#last;
  }

  override setEncoding(): this {
    return this;
  }

  /** Reads keys in raw mode only: without it the terminal belongs to another program. */
  setRawMode(raw: boolean): this {
    if (this.#terminal.isTTY) this.#terminal.setRawMode(raw);
    this.#listen(raw);
    return this;
  }

  ref(): this {
    this.#terminal.ref();
    return this;
  }

  unref(): this {
    this.#terminal.unref();
    return this;
  }

  readonly #receive = (chunk: Buffer | string): void => {
    this.#stopWaiting();
    const { keys, rest } = splitKeys(this.#rest + chunk.toString());
    this.#rest = rest;
    if (rest !== '' && !rest.startsWith(PASTE))
      this.#stopWaiting = this.#clock.after(RESPONSE.test(rest) ? RESPONSE_MS : SEQUENCE_MS, this.#flushUnfinished);
    this.#take(keys, rest === '');
  };

  /** Handles a sequence that was not completed in time: its characters are keys, the first of them Escape, unless it began as a response. */
  readonly #flushUnfinished = (): void => {
    const keys = RESPONSE.test(this.#rest) ? [] : [...this.#rest];
    this.#rest = '';
    this.#take(keys, true);
  };

  /** Queues keys. `whole`: no incomplete piece of the same read remains. */
  #take(keys: readonly string[], whole: boolean): void {
    const pressed = keys.filter((key) => !FOCUS.has(key) && !isMouse(key) && !WHOLE_STRING.test(key));
    const clicks = keys.filter((key) => gestureOf(key)?.kind === 'click').length;
    const answers = this.#answerable();
    const at = this.#clock.now();
    const isAgain = pressed.length > 0 && pressed.every((key) => key === this.#pressed.key);
    const repeatedAfter = isAgain ? at - this.#pressed.at : null;
    if (pressed.length > 0) this.#pressed = { key: pressed.at(-1), at };
    const arrival = { alone: whole && pressed.length === 1, answers, at, repeatedAfter };
    const clicked = { alone: whole && pressed.length === 0 && clicks === 1, answers, at, repeatedAfter: null };
    for (const key of keys) {
      if (WHOLE_STRING.test(key)) continue;
      const focused = FOCUS.get(key);
      if (focused === undefined) this.#waiting.push({ key, arrival: isMouse(key) ? clicked : arrival });
      else this.#reportFocus(focused);
    }
    if (this.#waiting.length > 0) this.emit('readable');
  }

  #listen(listen: boolean): void {
    if (listen === this.#listening) return;
    this.#listening = listen;
    if (listen) {
      this.#terminal.setEncoding('utf8');
      this.#terminal.on('data', this.#receive);
      this.#terminal.resume();
    } else {
      this.#terminal.off('data', this.#receive);
      this.#terminal.pause();
    }
  }
}
