import { bytesOf, type Key } from './keys.ts';

/** Writes in order, without waiting for the program. */
export type Keyboard = {
  /** One write each. */
  press(...keys: readonly Key[]): void;
  /** In a single write, like a burst over SSH. */
  type(text: string): void;
  /** A torn part of a sequence, at once even after Escape. */
  part(bytes: string): void;
  /** Bracketed when enabled, with a terminal's line ends. */
  paste(text: string): void;
};

/**
 * Esc and a key right behind it read as Alt, so the program waits briefly. No operator is that fast, nor this keyboard.
 */
const PAUSE_AFTER_ESC_MS = 60;

export type TerminalState = { applicationCursor(): boolean; bracketedPaste(): boolean };

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
      // Modes may have changed meanwhile.
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
      for (const key of keys) bytesOf(key); // unknown names fail before anything is sent
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
