import { createKeyDecoder, isPaste, type Key, keyOf, pastedText } from '../lib/key-input.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { system } from './system.ts';

/** Signals that end a program while it reads keys, and the exit codes by which shells know them. */
const ENDING = [
  ['SIGHUP', EXIT.hungUp],
  ['SIGINT', EXIT.interrupted],
  ['SIGTERM', EXIT.terminated],
] as const;

/** Puts pasted text in brackets, so that a line break in it is no Enter. */
const BRACKETS_ON = '\u001b[?2004h';
const BRACKETS_OFF = '\u001b[?2004l';

/** What is typed: a key, or a pasted text. */
export type TypedInput =
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'paste'; readonly text: string };

type Reader = {
  /** Writes to the terminal. */
  readonly write: (text: string) => void;
  /** Gets what came in one read. */
  readonly onInput: (typed: readonly TypedInput[]) => void;
  /** The terminal has sent something, be it only a part of a key. */
  readonly onRead: () => void;
  /** The shell has had the terminal in between. */
  readonly onBack: () => void;
  /** A signal or the end of the terminal ends the program. */
  readonly onCut: (code: ExitCode) => void;
};

/** Takes the keys of the terminal, without echo. Returns the function that puts the terminal back as it was. */
export function readKeys({ write, onInput, onRead, onBack, onCut }: Reader): () => void {
  const { input, clock, signals, environment } = system();
  // Any other terminal would show the sequences.
  const knowsModes = !['', 'dumb'].includes(environment['TERM'] ?? '');
  const enter = (): void => {
    // The modes are set anew even if they were set before: the shell may have changed them in between.
    input.setRawMode(false);
    input.setRawMode(true);
    if (knowsModes) write(BRACKETS_ON);
  };
  const leave = (): void => {
    input.setRawMode(false);
    if (knowsModes) write(BRACKETS_OFF);
  };
  const decoder = createKeyDecoder(clock, (pieces) => {
    const typed = pieces.flatMap((piece): readonly TypedInput[] => {
      if (isPaste(piece)) return [{ kind: 'paste', text: pastedText(piece) }];
      const key = keyOf(piece);
      return key === null ? [] : [{ kind: 'key', key }];
    });
    if (typed.some((one) => one.kind === 'key' && one.key.name === 'Ctrl-z')) stopJob();
    else onInput(typed);
  });
  const stopJob = (): void => {
    leave();
    process.kill(0, 'SIGTSTP');
  };
  const receive = (chunk: Buffer | string): void => {
    onRead();
    decoder.receive(chunk.toString());
  };
  const back = (): void => {
    decoder.forget();
    enter();
    onBack();
  };
  const closed = (): void => onCut(EXIT.hungUp);
  const cuts = ENDING.map(([signal, code]) => ({ signal, cut: () => onCut(code) }));

  for (const { signal, cut } of cuts) signals.on(signal, cut);
  signals.on('SIGCONT', back);
  enter();
  input.setEncoding('utf8');
  input.on('data', receive);
  input.on('end', closed);
  input.on('error', closed);
  input.resume();
  return () => {
    for (const { signal, cut } of cuts) signals.off(signal, cut);
    signals.off('SIGCONT', back);
    decoder.forget();
    input.off('data', receive);
    input.off('end', closed);
    input.off('error', closed);
    leave();
    input.pause();
  };
}
