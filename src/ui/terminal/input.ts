import { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import type { Press } from '../../keys/binding.ts';
import type { Question } from '../../state/dialogs/armed-action.ts';
import { isMouse } from './mouse-protocol.ts';

/**
 * The pieces of what a terminal sends: a paste, an answer, an escape sequence, or one character. Escape and a key that
 * arrive together are two keys: over a thin line that is far more often what was pressed than Alt with a key,
 * which means nothing here. Alt with Backspace is the exception.
 */
const PIECE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's keys begin with the escape character
  /\u001b\[200~[\s\S]*?\u001b\[201~|\u001b[\]P^_X][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b\[[0-?]*[ -/]*[@-~]|\u001bO[;0-9]*[@-~]|\u001b\u007f|[\s\S]/gu;
/** The beginning of something that is not whole yet: a paste, an answer, or an escape sequence. */
const UNFINISHED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  /\u001b\[200~(?![\s\S]*\u001b\[201~)[\s\S]*$|\u001b[\]P^_X][^\u0007\u001b]*\u001b?$|\u001b(?:\[[0-?]*[ -/]*|O[;0-9]*)?$/;

/**
 * What a terminal answers when a program asks for its title, colours, clipboard or version. The console asks for none of
 * it, but a machine that somebody logged in to can, so that the answer comes when the console has the terminal again. It
 * holds text of that machine's choosing, so it is dropped: as keys it would pause bids.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ANSWER = /^\u001b(?:\](?:\d|[lLI])|P[01]?[$+>!|r]|_G)/;
/** A string that a terminal sends, whole: nobody presses such keys, so it is an answer whatever is in it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const WHOLE_STRING = /^\u001b[\]P^_X][\s\S]*(?:\u0007|\u001b\\)$/;

/** Cuts what arrived into single keys and whole pastes; what is not whole yet is kept as `rest`. */
export function splitKeys(input: string): { readonly keys: readonly string[]; readonly rest: string } {
  const rest = UNFINISHED.exec(input)?.[0] ?? '';
  return { keys: input.slice(0, input.length - rest.length).match(PIECE) ?? [], rest };
}

const ESCAPE = '\u001b';
/** The same key in the writing of the kitty protocol: Ink would wait for more after a bare escape character. */
const ESCAPE_KEY = '\u001b[27u';
/** What a terminal sends when it gains or loses the focus, once it was asked to. */
const FOCUS: ReadonlyMap<string, boolean> = new Map([
  ['\u001b[I', true],
  ['\u001b[O', false],
]);
const PASTE = '\u001b[200~';
/** How long the rest of an escape sequence may take before what came counts as keys. Milliseconds. */
const SEQUENCE_MS = 25;
/** The same for an answer, which can be long and come over a thin line. */
const ANSWER_MS = 500;

/** How a key came: whether it was the only one in its read, and which question could be answered then. */
export type Arrival = Pick<Press, 'alone' | 'answers'>;

type Waiting = { readonly key: string; readonly arrival: Arrival };

/**
 * The terminal's input for Ink, one key at a time. Keys arrive together over a thin line (`jj`, or a word and
 * Enter), and Ink would hand them on as one text.
 */
export class KeyStream extends Readable {
  readonly isTTY = true;
  readonly #terminal: ReadStream;
  readonly #attended: (attended: boolean) => void;
  readonly #pointed: (report: string) => void;
  readonly #answerable: () => Question | null;
  #waiting: Waiting[] = [];
  #last: Arrival = { alone: false, answers: null };
  #rest = '';
  #reading = false;
  #sequence: NodeJS.Timeout | undefined;

  constructor(
    terminal: ReadStream,
    attended: (attended: boolean) => void,
    pointed: (report: string) => void = () => undefined,
    answerable: () => Question | null = () => null,
  ) {
    super();
    this.#terminal = terminal;
    this.#attended = attended;
    this.#pointed = pointed;
    this.#answerable = answerable;
  }

  override read(size?: number): string | null {
    // A stream asks for nothing when it only wants to be filled.
    if (size === 0) return null;
    // A mouse takes its turn among the keys, which may have changed what lies below it.
    while (isMouse(this.#waiting[0]?.key ?? '')) this.#pointed(this.#waiting.shift()?.key ?? '');
    const next = this.#waiting.shift();
    if (next === undefined) return null;
    this.#last = next.arrival;
    return next.key === ESCAPE ? ESCAPE_KEY : next.key;
  }

  /** How the key came that was read last. Ink handles each key before it reads the next. */
  get lastArrival(): Arrival {
    return this.#last;
  }

  override setEncoding(): this {
    return this;
  }

  /** Keys are read in raw mode alone: without it the terminal belongs to another program. */
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

  readonly #arrived = (chunk: Buffer | string): void => {
    clearTimeout(this.#sequence);
    const { keys, rest } = splitKeys(this.#rest + chunk.toString());
    this.#rest = rest;
    if (rest !== '' && !rest.startsWith(PASTE))
      this.#sequence = setTimeout(this.#givenUp, ANSWER.test(rest) ? ANSWER_MS : SEQUENCE_MS);
    this.#take(keys, rest === '');
  };

  /** The rest of a sequence did not come: it was the escape key, and what followed it were keys, unless it began as an answer. */
  readonly #givenUp = (): void => {
    const keys = ANSWER.test(this.#rest) ? [] : [...this.#rest];
    this.#rest = '';
    this.#take(keys, true);
  };

  /** `whole`: nothing of the same read is still to come. */
  #take(keys: readonly string[], whole: boolean): void {
    const pressed = keys.filter((key) => !FOCUS.has(key) && !isMouse(key) && !WHOLE_STRING.test(key));
    const arrival = { alone: whole && pressed.length === 1, answers: this.#answerable() };
    for (const key of keys) {
      if (WHOLE_STRING.test(key)) continue;
      const attended = FOCUS.get(key);
      if (attended === undefined) this.#waiting.push({ key, arrival });
      else this.#attended(attended);
    }
    if (this.#waiting.length > 0) this.emit('readable');
  }

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
