import { Socket } from 'node:net';
import xterm from '@xterm/headless';
import { TerminalOutput } from '../../driver/here/streams.ts';

/** Input of a terminal without a terminal: typed text arrives as one piece, as over a slow connection. */
export class FakeInput extends Socket {
  readonly isTTY = true;
  isRaw = false;

  type(text: string): void {
    this.emit('data', text);
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

  override pause(): this {
    return this;
  }

  override resume(): this {
    return this;
  }
}

/** A cell as it looks. */
export function lookOf(cell: xterm.IBufferCell | undefined): string {
  const text = cell?.getChars() || ' ';
  const ground = [cell?.getBgColor(), cell?.isInverse(), cell?.isUnderline()];
  const showsInk = text !== ' ' || ground.slice(1).some((set) => set !== 0);
  return [text, ...ground, ...(showsInk ? [cell?.getFgColor(), cell?.isBold(), cell?.isDim()] : [])].join('/');
}

type Done = (error?: Error | null) => void;

/** Output of a terminal without a terminal: an emulator draws it, and tests read the screen. */
export class FakeOutput extends TerminalOutput {
  readonly isTTY = true;
  /** All output so far. */
  raw = '';
  readonly #emulator: xterm.Terminal;
  readonly #waiting = new Set<() => void>();

  constructor(columns: number, rows: number) {
    super(columns, rows);
    this.#emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  }

  override write(chunk: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    this.raw += text;
    this.#emulator.write(text, () => {
      for (const look of [...this.#waiting]) look();
    });
    const told = typeof encoding === 'function' ? encoding : done;
    told?.();
    return true;
  }

  /** Resizes the window. */
  override resize(columns: number, rows: number): void {
    this.#emulator.resize(columns, rows);
    super.resize(columns, rows);
  }

  /** Resolves when all output is on the screen. */
  async drawn(): Promise<void> {
    await new Promise<void>((done) => this.#emulator.write('', done));
  }

  /** The lines on screen. */
  lines(): readonly string[] {
    const { active } = this.#emulator.buffer;
    return Array.from(
      { length: this.rows },
      (_, n) => active.getLine(active.viewportY + n)?.translateToString(true) ?? '',
    );
  }

  /** The cells on screen as they look, line by line: character, colours and weight of each. A blank has no ink. */
  looks(): readonly string[] {
    const { active } = this.#emulator.buffer;
    return Array.from({ length: this.rows }, (_, row) => {
      const line = active.getLine(active.viewportY + row);
      return Array.from({ length: this.columns }, (_, column) => lookOf(line?.getCell(column))).join(' ');
    });
  }

  /** Resolves when the screen matches; rejects with the screen when it does not in time. */
  async until(what: string, as: (screen: string) => boolean): Promise<void> {
    const timeout = AbortSignal.timeout(100_000);
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        this.#waiting.delete(look);
        timeout.removeEventListener('abort', late);
      };
      const look = (): void => {
        if (!as(this.lines().join('\n'))) return;
        end();
        resolve();
      };
      const late = (): void => {
        end();
        reject(new Error(`${what} was not seen:\n${this.lines().join('\n')}`));
      };
      this.#waiting.add(look);
      timeout.addEventListener('abort', late);
      look();
    });
  }
}
