import { expect } from 'vitest';
import type { Terminal } from '../driver/terminal.ts';
import type { Canary, Payload } from './payloads.ts';
import type { ProgramEnd } from './program.ts';

/**
 * Characters that act on a terminal, break a line or are invisible: controls, formats, unpaired surrogates, line and paragraph
 * separators. Not the program's own expression, on purpose. Emoji and several scripts are written with the two joiners and the selector.
 */
const ACTING = /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The acting characters of a text as code points; line feeds are checked by counting lines. */
export function actingIn(text: string): readonly string[] {
  const found = text.replaceAll('\n', '').match(ACTING) ?? [];
  return [...new Set(found)].map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** The lines of a text that ends with a line feed. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Expects a number of lines in a text for a pipe or file, and no character that acts on a terminal. */
export function expectLines(text: string, count: number): void {
  expect(actingIn(text), 'characters that act on a terminal').toEqual([]);
  expect(linesOf(text)).toHaveLength(count);
}

/** Expects each hostile text in exactly one of these lines: none is lost, none became two rows. */
export function expectEachOnce(lines: readonly string[], payloads: readonly Payload[]): void {
  const wrong = payloads.filter(({ mark }) => lines.filter((line) => line.includes(mark)).length !== 1);
  expect(wrong.map(({ id }) => id)).toEqual([]);
}

/** Expects that no text was run as a command. */
export function expectNothingRan(canary: Canary): void {
  expect(canary.ran(), 'payloads that were run').toEqual([]);
}

/** Beginning of an escape sequence, in one byte or two. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this pattern is for
const SEQUENCE = /[\u001b\u0080-\u009f][\s\S]*/;

/** Expects that no sequence of a payload reached the terminal: no title, clipboard, colours, modes or query. */
export function expectUntouched(terminal: Terminal, payloads: readonly Payload[]): void {
  expect(terminal.title(), 'the title').toBe('');
  const raw = terminal.raw();
  const through = payloads.filter(({ text }) => {
    const sequence = SEQUENCE.exec(text)?.[0];
    return sequence !== undefined && raw.includes(sequence);
  });
  expect(
    through.map(({ id }) => id),
    'sequences that reached the terminal',
  ).toEqual([]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  expect(raw.match(/[\u0080-\u009f\u0000\u000e\u000f]|\u001b[\]PX^_](?!9;spotdeck|52;c;)/g) ?? []).toEqual([]);
  for (const sign of ['\u202e', '\u2067', '\u200b', '\u2060', '\ufeff', '\u00ad', '\u{e0041}'])
    expect(raw).not.toContain(sign);
}

/** Expects an error on stderr as a line and a hint, without any character that acts. */
export function expectSentence({ code, out, err }: ProgramEnd, what: string): void {
  expect(actingIn(out), what).toEqual([]);
  expect(actingIn(err), what).toEqual([]);
  // Errors of fields are reported by field.
  const lines = linesOf(err).filter((line) => !line.startsWith('--'));
  expect(lines.length, `${what}: ${err.slice(0, 300)}`).toBeLessThanOrEqual(3);
  expect(err, what).not.toMatch(/^\s+at .*:\d+:\d+/m);
  if (code !== 0) expect(err, what).not.toBe('');
}
