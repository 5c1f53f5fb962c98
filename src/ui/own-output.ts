import type { WriteStream } from 'node:tty';

/** The terminal's output as its only writer has it. */
export type OwnOutput = {
  /** The stream, for Ink; its `write` is the one that the stream had when this was made, whoever replaces it later. */
  readonly output: WriteStream;
  readonly write: (text: string) => boolean;
  /** Does something of which nothing is written. */
  readonly muted: <Result>(act: () => Result) => Result;
};

/** A way to the terminal that stays open when `write` of the stream itself is replaced, and that can be closed for a moment. */
export function ownOutput(terminal: WriteStream): OwnOutput {
  const write = terminal.write.bind(terminal);
  let isMuted = false;
  const whileMuted = (): boolean => true;
  const output = new Proxy(terminal, {
    get: (target, name) => {
      if (name === 'write') return isMuted ? whileMuted : write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    output,
    write,
    muted: (act) => {
      isMuted = true;
      try {
        return act();
      } finally {
        isMuted = false;
      }
    },
  };
}
