import { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { type Clock, machineClock } from '../../../lib/clock.ts';
import { createKeyDecoder, type KeyDecoder } from '../../../lib/key-decoder.ts';
import { ESCAPE, FOCUS, isPaste, type Key, keyOf } from '../../../lib/key-input.ts';
import type { Arrival } from '../../keys/binding.ts';
import { gestureOf, isMouse } from './mouse-protocol.ts';

/** Escape key in the kitty protocol: after a bare escape character Ink would wait for more input. */
const ESCAPE_KEY = '\u001b[27u';

/** A piece of input: a key, or a paste or report, which have no key. */
type Piece = { readonly piece: string; readonly key: Key | null };
type WaitingPiece = Piece & { readonly arrival: Arrival };

/** Whether a piece says what the mouse or the focus does: no key. */
const isReport = (piece: string): boolean => isMouse(piece) || FOCUS.has(piece);

/** What tells a piece from others: one key can come as different sequences. */
const nameOf = ({ piece, key }: Piece): string => key?.name ?? piece;

/**
 * Terminal input for Ink, one key at a time. Over a slow connection several keys arrive in one read (`jj`, or a word and
 * Enter), and Ink would pass them on as one text. What is no key of the console goes no further.
 */
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
    // A read of size 0 only triggers filling of the buffer.
    if (size === 0) return null;
    // Mouse reports are handled in order with the keys, which may change the rows under the pointer.
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

  /** Arrival of the key that was read last. Ink handles each key before it reads the next. */
  get lastArrival(): Arrival {
    return this.#last;
  }

  /** The key that was read last; null after a paste. */
  get lastKey(): Key | null {
    return this.#lastKey;
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

  readonly #receive = (chunk: Buffer | string): void => this.#decoder.receive(chunk.toString());

  /** Queues the pieces of a read. `isWhole`: no incomplete piece of it remains. */
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
