import { Socket } from 'node:net';
import { underWay } from './under-way.ts';

/** A terminal's keys, or nothing. */
export class InputHere extends Socket {
  readonly isTTY: boolean;
  isRaw = false;

  constructor(isTerminal: boolean) {
    super();
    this.isTTY = isTerminal;
  }

  override _read(): void {
    // Keys are pushed.
  }

  setRawMode(raw: boolean): this {
    this.isRaw = raw;
    return this;
  }

  override ref(): this {
    return this;
  }

  override unref(): this {
    return this;
  }
}

type Done = (error?: Error | null) => void;

export class TerminalOutput extends Socket {
  columns: number;
  rows: number;

  constructor(columns: number, rows: number) {
    super();
    this.columns = columns;
    this.rows = rows;
  }

  resize(columns: number, rows: number): void {
    this.columns = columns;
    this.rows = rows;
    this.emit('resize');
  }

  getColorDepth(): number {
    return 8;
  }

  hasColors(): boolean {
    return true;
  }

  getWindowSize(): [number, number] {
    return [this.columns, this.rows];
  }

  clearLine(): boolean {
    return true;
  }

  clearScreenDown(): boolean {
    return true;
  }

  cursorTo(): boolean {
    return true;
  }

  moveCursor(): boolean {
    return true;
  }
}

/** A terminal of a size, or a pipe. */
export class OutputHere extends TerminalOutput {
  readonly isTTY: boolean;
  readonly #take: (text: string) => void;

  constructor(take: (text: string) => void, size: { readonly columns: number; readonly rows: number } | null) {
    super(size?.columns ?? 0, size?.rows ?? 0);
    this.#take = take;
    this.isTTY = size !== null;
  }

  override write(chunk: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    // A terminal makes two characters of a line feed.
    this.#take(this.isTTY ? text.replaceAll('\n', '\r\n') : text);
    underWay.changed();
    const then = typeof encoding === 'function' ? encoding : done;
    if (then !== undefined) queueMicrotask(() => then(null));
    return true;
  }
}
