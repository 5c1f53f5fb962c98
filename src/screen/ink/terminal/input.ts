import { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { type Clock, machineClock } from '../../../lib/clock.ts';
import { createKeyDecoder, ESCAPE, FOCUS, isPaste, type Key, type KeyDecoder, keyOf } from '../../../lib/key-input.ts';
import type { Gesture } from '../../../store/panes/mouse.ts';
import type { Arrival } from '../../keys/binding.ts';

/** In the kitty protocol: after a bare escape character Ink would wait for more. */
const ESCAPE_KEY = '\u001b[27u';

/** Pastes and reports have no key. */
type Piece = { readonly piece: string; readonly key: Key | null };
type WaitingPiece = Piece & { readonly arrival: Arrival };

const isReport = (piece: string): boolean => isMouse(piece) || FOCUS.has(piece);

/** One key can come as different sequences. */
const nameOf = ({ piece, key }: Piece): string => key?.name ?? piece;

/** Terminal input for Ink, one key at a time: Ink would take several keys of one read as a text. */
export class KeyStream extends Readable {
  readonly isTTY = true;
  readonly #terminal: ReadStream;
  readonly #reportFocus: (focused: boolean) => void;
  readonly #handleMouse: (report: string, arrival: Arrival) => void;
  readonly #answerable: () => object | null;
  readonly #clock: Clock;
  readonly #decoder: KeyDecoder;
  #waiting: WaitingPiece[] = [];
  #last: Arrival = { alone: false, answers: null, at: 0, repeatedAfter: null };
  #lastKey: Key | null = null;
  #pressed: { readonly name: string | undefined; readonly at: number } = { name: undefined, at: 0 };
  #listening = false;

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
    this.#decoder = createKeyDecoder(clock, (pieces, isWhole) => this.#take(pieces, isWhole));
  }

  override read(size?: number): string | null {
    // It only triggers filling of the buffer.
    if (size === 0) return null;
    // In order with the keys, because these may change the rows under the pointer.
    let next = this.#waiting.shift();
    while (next !== undefined && isMouse(next.piece)) {
      this.#handleMouse(next.piece, next.arrival);
      next = this.#waiting.shift();
    }
    if (next === undefined) return null;
    this.#last = next.arrival;
    this.#lastKey = next.key;
    return next.piece === ESCAPE ? ESCAPE_KEY : next.piece;
  }

  /** Ink handles each key before it reads the next. */
  get lastArrival(): Arrival {
    return this.#last;
  }

  /** Null after a paste. */
  get lastKey(): Key | null {
    return this.#lastKey;
  }

  override setEncoding(): this {
    return this;
  }

  /** Without raw mode the terminal belongs to another program. */
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

  readonly #receive = (chunk: Buffer | string): void => this.#decoder.receive(chunk.toString());

  /** `isWhole`: no incomplete piece remains. */
  #take(pieces: readonly string[], isWhole: boolean): void {
    const known = pieces.flatMap((piece): readonly Piece[] => {
      const key = isPaste(piece) ? null : keyOf(piece);
      return key !== null || isPaste(piece) || isReport(piece) ? [{ piece, key }] : [];
    });
    const pressed = known.filter(({ piece }) => !isReport(piece));
    const clicks = known.filter(({ piece }) => gestureOf(piece)?.kind === 'click').length;
    const answers = this.#answerable();
    const at = this.#clock.now();
    const isAgain = pressed.length > 0 && pressed.every((one) => nameOf(one) === this.#pressed.name);
    const isHeld = pressed.some(({ key }) => key?.isHeld === true);
    const repeatedAfter = isHeld ? 0 : isAgain ? at - this.#pressed.at : null;
    const last = pressed.at(-1);
    if (last !== undefined) this.#pressed = { name: nameOf(last), at };
    const arrival = { alone: isWhole && pressed.length === 1, answers, at, repeatedAfter };
    const clicked = { alone: isWhole && pressed.length === 0 && clicks === 1, answers, at, repeatedAfter: null };
    for (const { piece, key } of known) {
      const focused = FOCUS.get(piece);
      if (focused === undefined) this.#waiting.push({ piece, key, arrival: isMouse(piece) ? clicked : arrival });
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
      this.#decoder.forget();
    }
  }
}

/** Reports of clicks, the wheel and drags, in the SGR format, without a limit on columns. */
export const MOUSE_ON = '\u001b[?1000h\u001b[?1002h\u001b[?1006h';
export const MOUSE_OFF = '\u001b[?1006l\u001b[?1002l\u001b[?1000l';

// biome-ignore lint/suspicious/noControlCharactersInRegex: a report begins with the escape character
const REPORT = /^\u001b\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/;

/** With Shift, Alt or Ctrl the numbers differ. */
const BUTTONS: ReadonlyMap<string, Gesture['kind']> = new Map([
  ['0', 'click'],
  ['32', 'drag'],
  ['64', 'wheel-up'],
  ['65', 'wheel-down'],
]);

function isMouse(piece: string): boolean {
  return piece.startsWith('\u001b[<');
}

/** Null for one without an effect. */
export function gestureOf(report: string): Gesture | null {
  const [, button = '', column, row, how] = REPORT.exec(report) ?? [];
  const kind = how === 'm' && button === '0' ? 'release' : BUTTONS.get(button);
  if (kind === undefined || (how !== 'M' && kind !== 'release')) return null;
  return { kind, column: Number(column) - 1, row: Number(row) - 1 };
}

/** Milliseconds. */
const DOUBLE_CLICK_MS = 400;

/** Makes the second of two quick clicks a double click. `steady` is in milliseconds. */
export function doubleClicks(steady: () => number): (gesture: Gesture) => Gesture {
  let last: { readonly column: number; readonly row: number; readonly at: number } | null = null;
  return (gesture) => {
    if (gesture.kind !== 'click') {
      if (gesture.kind !== 'release') last = null;
      return gesture;
    }
    const { column, row } = gesture;
    const at = steady();
    const again = last !== null && last.column === column && last.row === row && at - last.at < DOUBLE_CLICK_MS;
    last = again ? null : { column, row, at };
    return again ? { ...gesture, kind: 'double-click' } : gesture;
  };
}
