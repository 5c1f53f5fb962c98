import { bytesOf, type Key } from './keys.ts';

/** Hands at the keys. Everything goes out in order; nothing waits for the program to react. */
export type Keyboard = {
  /** Presses keys by name, one write each, as a person does. */
  press(...keys: readonly Key[]): void;
  /** Sends a text as it is in a single write, like a fast burst over SSH. */
  type(text: string): void;
  /** Pastes: with the marks of a bracketed paste when the program asked for them, line ends as terminals send them. */
  paste(text: string): void;
};

/**
 * A program takes Esc with a key right after it for Alt and that key, so it waits a moment after Esc. No person
 * is quicker than that moment; this keyboard isn't either.
 */
const PAUSE_AFTER_ESC_MS = 60;

export type TerminalState = { applicationCursor(): boolean; bracketedPaste(): boolean };

/** A keyboard that writes to `send` what the terminal's modes demand. */
export function keyboardOn(send: (bytes: string) => void, state: TerminalState): Keyboard {
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
      setTimeout(() => {
        pausing = false;
        flush();
      }, PAUSE_AFTER_ESC_MS);
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
    paste: (text) => enqueue(() => pasted(text, state.bracketedPaste())),
  };
}

function pasted(text: string, bracketed: boolean): string {
  const lines = text.replace(/\r?\n/g, '\r');
  return bracketed ? `\x1b[200~${lines.replaceAll('\x1b[201~', '')}\x1b[201~` : lines;
}
