import type { Cancel } from '../lib/clock.ts';
import { createKeyDecoder, isPaste, type Key, keyOf, pastedText } from '../lib/key-input.ts';
import { printableLine } from '../lib/sanitize.ts';
import { edit, insert, limited, type TextBuffer, textBufferOf, textIn } from '../lib/text-buffer.ts';
import { widthOf } from '../lib/width.ts';
import { UNANSWERABLE_MS } from '../store/question.ts';
import { CommandFailure, EXIT, type ExitCode } from './exit.ts';
import { writeErrorLines } from './streams.ts';
import { system } from './system.ts';

/** The operator left a question: by Ctrl-c, Ctrl-d, a signal or a closed terminal. */
export class Unanswered extends CommandFailure {
  constructor(code: ExitCode) {
    super(code, 'Nothing was done.');
  }
}

export function asksOnTerminal(): boolean {
  const { input, errors } = system();
  return input.isTTY === true && errors.isTTY === true;
}

/** Asks on stderr for a line. @throws {Unanswered} */
export const ask = (question: string): Promise<string> => readAnswer(question, answerField);

/** Asks for a secret without echo. @throws {Unanswered} */
export const askSecret = (question: string): Promise<string> => readAnswer(question, () => ({ text: '', back: 0 }));

/** Longer than any token, in UTF-16 units. */
const LONGEST_ANSWER = 16_384;

/** `back` counts columns from the end to the cursor. */
type Field = { readonly text: string; readonly back: number };

/** Takes the first line typed after the question; it waits for a quiet moment to drop earlier input. */
function readAnswer(question: string, fieldOf: (editor: TextBuffer, room: number) => Field): Promise<string> {
  const { errors, clock } = system();
  const write = (text: string): void => void errors.write(text);
  return new Promise((resolve, reject) => {
    let editor = textBufferOf('');
    let shown: Field | null = null;
    let stopSettling: Cancel = () => undefined;

    const end = (then: () => void): void => {
      stopSettling();
      release();
      write('\n');
      then();
    };
    const cut = (code: ExitCode): void => end(() => reject(new Unanswered(code)));
    const draw = (): void => {
      const [before, beside] = questionOf(question, errors.columns || 80);
      const { text, back } = fieldOf(editor, (errors.columns || 80) - widthOf(beside) - 1);
      const next = { text: beside + text, back };
      write(shown === null ? before + next.text : redraw(shown, next));
      shown = next;
    };
    const settle = (): void => {
      stopSettling();
      shown = null;
      editor = textBufferOf('');
      stopSettling = clock.after(UNANSWERABLE_MS, () => {
        // One more turn of the event loop reads input from a busy time.
        stopSettling = clock.after(0, draw);
      });
    };
    const take = (typed: readonly TypedInput[]): void => {
      for (const one of typed) {
        const name = one.kind === 'key' ? one.key.name : null;
        if (name === 'Ctrl-c' || name === 'Ctrl-d') {
          cut(EXIT.interrupted);
          return;
        }
        if (shown === null) continue;
        if (name === 'Enter') {
          // Input behind it was typed before the next question.
          end(() => resolve(textIn(editor).trim()));
          return;
        }
        editor = limited(applyInput(editor, one), LONGEST_ANSWER);
      }
      if (shown !== null) draw();
    };
    const release = readKeys({
      write,
      onInput: take,
      onRead: () => {
        if (shown === null) settle();
      },
      onBack: settle,
      onCut: cut,
    });
    settle();
  });
}

function applyInput(editor: TextBuffer, typed: TypedInput): TextBuffer {
  if (typed.kind === 'paste') return insert(editor, typed.text, 'one');
  const { name, types } = typed.key;
  return types ? insert(editor, name === 'Space' ? ' ' : name, 'one') : (edit(editor, name) ?? editor);
}

/** A question with less room for the answer gets a line of its own. */
const ANSWER_COLUMNS = 20;

function questionOf(question: string, columns: number): readonly [string, string] {
  const text = printableLine(question);
  return widthOf(text) + ANSWER_COLUMNS <= columns ? ['', text] : [`${text}\n`, '> '];
}

function answerField({ before, after }: TextBuffer, room: number): Field {
  const [head, tail] = [[...printableLine(before.slice(-room))], [...printableLine(after.slice(0, room))]];
  while (head.length > 0 && widthOf(head.join('')) > room) head.shift();
  while (tail.length > 0 && widthOf([...head, ...tail].join('')) > room) tail.pop();
  return { text: [...head, ...tail].join(''), back: widthOf(tail.join('')) };
}

/** Changes a line by means known to every terminal. */
function redraw(before: Field, next: Field): string {
  if (before.back === 0 && next.back === 0 && next.text.startsWith(before.text))
    return next.text.slice(before.text.length);
  const blanks = Math.max(0, widthOf(before.text) - widthOf(next.text));
  return `\r${next.text}${' '.repeat(blanks)}${'\b'.repeat(blanks + next.back)}`;
}

export async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of system().input) text += String(chunk);
  return text.trim();
}

export type Question = {
  readonly lines: readonly string[];
  readonly typed: string;
  readonly accepts: (answer: string) => boolean;
};

/**
 * Asks for confirmation on the terminal, unless `--yes` was given. @throws {CommandFailure} without consent or a
 * terminal.
 */
export async function confirmed({ lines, typed, accepts }: Question, yes: boolean): Promise<void> {
  if (!yes && !asksOnTerminal())
    throw new CommandFailure(EXIT.usage, lines, 'There is no terminal to ask on. Use --yes to confirm.');
  writeErrorLines(lines);
  if (!yes && !accepts(await ask(`Type ${typed} to confirm: `)))
    throw new CommandFailure(EXIT.refused, 'Nothing was done.');
}

const ENDING = [
  ['SIGHUP', EXIT.hungUp],
  ['SIGINT', EXIT.interrupted],
  ['SIGTERM', EXIT.terminated],
] as const;

/** A line break in pasted text is no Enter. */
const BRACKETS_ON = '\u001b[?2004h';
const BRACKETS_OFF = '\u001b[?2004l';

type TypedInput = { readonly kind: 'key'; readonly key: Key } | { readonly kind: 'paste'; readonly text: string };

type Reader = {
  readonly write: (text: string) => void;
  readonly onInput: (typed: readonly TypedInput[]) => void;
  /** Perhaps part of a key. */
  readonly onRead: () => void;
  /** The shell had the terminal meanwhile. */
  readonly onBack: () => void;
  readonly onCut: (code: ExitCode) => void;
};

/** Without echo. Returns the restoration of the terminal. */
function readKeys({ write, onInput, onRead, onBack, onCut }: Reader): () => void {
  const { input, clock, signals, environment } = system();
  // Any other terminal would show the sequences.
  const knowsModes = !['', 'dumb'].includes(environment['TERM'] ?? '');
  const enter = (): void => {
    // The shell may have changed the modes meanwhile.
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
