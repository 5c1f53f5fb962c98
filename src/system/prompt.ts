import type { Cancel } from '../lib/clock.ts';
import { printableLine } from '../lib/sanitize.ts';
import { edit, insert, limited, type TextBuffer, textBufferOf, textIn } from '../lib/text-buffer.ts';
import { widthOf } from '../lib/width.ts';
import { UNANSWERABLE_MS } from '../store/question.ts';
import { CommandFailure, EXIT, type ExitCode } from './exit.ts';
import { writeErrorLines } from './streams.ts';
import { system } from './system.ts';
import { readKeys, type TypedInput } from './terminal-keys.ts';

/** The operator has left a question without an answer: with Ctrl-c or Ctrl-d, by a signal, or because the terminal was closed. */
export class Unanswered extends CommandFailure {
  constructor(code: ExitCode) {
    super(code, 'Nothing was done.');
  }
}

/** Whether there is a terminal to ask on. */
export function asksOnTerminal(): boolean {
  const { input, errors } = system();
  return input.isTTY === true && errors.isTTY === true;
}

/** Reads a line from the terminal; the question goes to stderr. @throws {Unanswered} */
export const ask = (question: string): Promise<string> => readAnswer(question, answerField);

/** Reads a secret from the terminal without echo. @throws {Unanswered} */
export const askSecret = (question: string): Promise<string> => readAnswer(question, () => ({ text: '', back: 0 }));

/** Longest answer, in UTF-16 units: longer than any token, and quick to draw. */
const LONGEST_ANSWER = 16_384;

/** The visible part of an answer, and how many columns before its end the cursor is. */
type Field = { readonly text: string; readonly back: number };

/**
 * Asks, and takes the first line that is typed from then on. What was typed or pasted before is thrown away: the question is shown once
 * nothing has come for a moment.
 */
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
        // One more turn of the event loop reads what has come while the program was busy.
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
          // What came with it was typed before the next question.
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

/** Columns that an answer has at least; a longer question stands in a line of its own. */
const ANSWER_COLUMNS = 20;

/** What is printed before the line of the answer, and what begins that line. */
function questionOf(question: string, columns: number): readonly [string, string] {
  const text = printableLine(question);
  return widthOf(text) + ANSWER_COLUMNS <= columns ? ['', text] : [`${text}\n`, '> '];
}

/** The part of an answer around the cursor that has room. */
function answerField({ before, after }: TextBuffer, room: number): Field {
  const [head, tail] = [[...printableLine(before.slice(-room))], [...printableLine(after.slice(0, room))]];
  while (head.length > 0 && widthOf(head.join('')) > room) head.shift();
  while (tail.length > 0 && widthOf([...head, ...tail].join('')) > room) tail.pop();
  return { text: [...head, ...tail].join(''), back: widthOf(tail.join('')) };
}

/** The output that changes a line, by means that every terminal has. */
function redraw(before: Field, next: Field): string {
  if (before.back === 0 && next.back === 0 && next.text.startsWith(before.text))
    return next.text.slice(before.text.length);
  const blanks = Math.max(0, widthOf(before.text) - widthOf(next.text));
  return `\r${next.text}${' '.repeat(blanks)}${'\b'.repeat(blanks + next.back)}`;
}

/** Reads all of stdin, for a token that another program prints. */
export async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of system().input) text += String(chunk);
  return text.trim();
}

/** Question before a risky action: lines of explanation, the word to type, and the test of an answer. */
export type Question = {
  readonly lines: readonly string[];
  readonly typed: string;
  readonly accepts: (answer: string) => boolean;
};

/**
 * Says what is about to be done, on stderr, and asks the operator on the terminal, unless `--yes` was given.
 * @throws {CommandFailure} without consent or a terminal.
 */
export async function confirmed({ lines, typed, accepts }: Question, yes: boolean): Promise<void> {
  if (!yes && !asksOnTerminal())
    throw new CommandFailure(EXIT.usage, lines, 'There is no terminal to ask on. Use --yes to confirm.');
  writeErrorLines(lines);
  if (!yes && !accepts(await ask(`Type ${typed} to confirm: `)))
    throw new CommandFailure(EXIT.refused, 'Nothing was done.');
}
