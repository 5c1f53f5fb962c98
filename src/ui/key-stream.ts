import { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';

/** The pieces of what a terminal sends: an escape sequence, or one character. What may still go on is left over. */
const PIECE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's keys begin with the escape character
  /\u001b\[200~[\s\S]*?\u001b\[201~|\u001b\u001b?\[[0-?]*[ -/]*[@-~]|\u001b\u001b?O[;0-9]*[@-~]|\u001b[^\u001b[O]|\u001b|[^\u001b]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const OPEN_PASTE = /\u001b\[200~(?![\s\S]*\u001b\[201~)[\s\S]*$/;

/** Cuts what arrived into single keys and whole pastes; a paste that has not ended is kept as `rest`. */
export function splitKeys(input: string): { readonly keys: readonly string[]; readonly rest: string } {
  const rest = OPEN_PASTE.exec(input)?.[0] ?? '';
  return { keys: input.slice(0, input.length - rest.length).match(PIECE) ?? [], rest };
}

/**
 * The terminal's input for Ink, one key at a time. Keys arrive together over a thin line (`jj`, or a word and
 * Enter), and Ink would hand them on as one text. While `mayGoOn` says no, the next keys wait: the text field
 * that they are meant for is not on screen yet, or has not taken the last one.
 */
export class KeyStream extends Readable {
  readonly isTTY = true;
  readonly #terminal: ReadStream;
  readonly #mayGoOn: () => boolean;
  #waiting: string[] = [];
  #rest = '';
  #reading = false;

  constructor(terminal: ReadStream, mayGoOn: () => boolean) {
    super();
    this.#terminal = terminal;
    this.#mayGoOn = mayGoOn;
    this.on('newListener', (event) => event === 'readable' && this.#listen(true));
    this.on('removeListener', (event) => event === 'readable' && this.#listen(this.listenerCount('readable') > 0));
  }

  /** Says that keys that waited can go on. */
  goOn(): void {
    if (this.#waiting.length > 0) setImmediate(() => this.emit('readable'));
  }

  override read(size?: number): string | null {
    // A stream asks for nothing when it only wants to be filled.
    if (size === 0 || !this.#mayGoOn()) return null;
    return this.#waiting.shift() ?? null;
  }

  override setEncoding(): this {
    return this;
  }

  setRawMode(raw: boolean): this {
    if (this.#terminal.isTTY) this.#terminal.setRawMode(raw);
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

  readonly #arrived = (chunk: Buffer | string): void => {
    const { keys, rest } = splitKeys(this.#rest + chunk.toString());
    this.#rest = rest;
    this.#waiting.push(...keys);
    if (this.#waiting.length > 0) this.emit('readable');
  };

  #listen(listen: boolean): void {
    if (listen === this.#reading) return;
    this.#reading = listen;
    if (listen) {
      this.#terminal.setEncoding('utf8');
      this.#terminal.on('data', this.#arrived);
      this.#terminal.resume();
    } else {
      this.#terminal.off('data', this.#arrived);
      this.#terminal.pause();
    }
  }
}
