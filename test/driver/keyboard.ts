import { bytesOf, type Key } from './keys.ts';

/** Keyboard of a terminal. Writes in order, without waiting for the program to react. */
export type Keyboard = {
  /** Presses keys by name, one write each. */
  press(...keys: readonly Key[]): void;
  /** Sends a text unchanged in a single write, like a fast burst over SSH. */
  type(text: string): void;
  /** Sends a part of a sequence that the line tears apart: at once, also after Escape. */
  part(bytes: string): void;
  /** Pastes a text: bracketed when the program enabled that, with a terminal's line ends. */
  paste(text: string): void;
};

/**
 * A program reads Esc with a key directly after it as Alt and that key, so it waits briefly after Esc. No operator
 * types within that time; this keyboard waits too.
 */
const PAUSE_AFTER_ESC_MS = 60;

export type TerminalState = { applicationCursor(): boolean; bracketedPaste(): boolean };

/** A keyboard that writes to `send`, according to the terminal's modes. */
export function keyboardOn(
  send: (bytes: string) => void,
  state: TerminalState,
  after: (ms: number, then: () => void) => unknown = (ms, then) => setTimeout(then, ms),
): Keyboard {
  const waiting: (() => string)[] = [];
  let pausing = false;

  function flush(): void {
    while (!pausing) {
      const next = waiting.shift();
      if (next === undefined) return;
      // Read only now: the modes may have changed while the key waited.
      const bytes = next();
      send(bytes);
      if (bytes !== '\x1b') continue;
      pausing = true;
      after(PAUSE_AFTER_ESC_MS, () => {
        pausing = false;
        flush();
      });
    }
  }

  function enqueue(...chunks: readonly (() => string)[]): void {
    waiting.push(...chunks);
    flush();
  }

  return {
    press: (...keys) => {
      for (const key of keys) bytesOf(key); // an unknown name fails before any key is sent
      enqueue(...keys.map((key) => () => bytesOf(key, state.applicationCursor())));
    },
    type: (text) => enqueue(() => text),
    part: send,
    paste: (text) => enqueue(() => pasted(text, state.bracketedPaste())),
  };
}

function pasted(text: string, bracketed: boolean): string {
  const lines = text.replace(/\r?\n/g, '\r');
  return bracketed ? `\x1b[200~${lines.replaceAll('\x1b[201~', '')}\x1b[201~` : lines;
}
