import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edit, insert, selectedEditor, type TextBuffer, textBufferOf, textIn } from '../../src/lib/text-buffer.ts';

const KEYS = [
  ...['Left', 'Right', 'Home', 'End', 'Backspace', 'Delete', 'Ctrl-a', 'Ctrl-b', 'Ctrl-d', 'Ctrl-e', 'Ctrl-f'],
  ...['Ctrl-h', 'Ctrl-k', 'Ctrl-u', 'Ctrl-w', 'Alt-Backspace'],
] as const;

/** Presses keys that all edit. */
function keys(editor: TextBuffer, ...names: readonly (typeof KEYS)[number][]): TextBuffer {
  return names.reduce((now, name) => {
    const next = edit(now, name);
    if (next === null) throw new Error(`${name} does not edit`);
    return next;
  }, editor);
}

const graphemes = (text: string): number => [...new Intl.Segmenter().segment(text)].length;

describe('one visible character counts as one', () => {
  test.each([
    ['a letter with a combining accent', 'e\u0301'],
    ['an emoji', '🚀'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['a flag', '🇩🇪'],
    ['a skin tone', '👍🏽'],
    ['a syllable of Hangul', '한'],
    ['a CJK character beyond the first plane', '𠮷'],
  ])('%s is one character for Backspace, Delete and arrows', (_, character) => {
    const editor = textBufferOf(`ab${character}`);
    expect(textIn(keys(editor, 'Backspace'))).toBe('ab');
    expect(keys(editor, 'Left')).toMatchObject({ before: 'ab', after: character });
    expect(keys(editor, 'Left', 'Right')).toMatchObject({ before: `ab${character}`, after: '' });
    expect(textIn(keys(textBufferOf(`${character}ab`), 'Home', 'Delete'))).toBe('ab');
  });
});

describe('keys', () => {
  const middle: TextBuffer = { before: 'train the ', after: 'llama' };

  test.each([
    ['Home', '', 'train the llama'],
    ['End', 'train the llama', ''],
    ['Ctrl-u', '', 'llama'],
    ['Ctrl-k', 'train the ', ''],
    ['Ctrl-w', 'train ', 'llama'],
    ['Alt-Backspace', 'train ', 'llama'],
    ['Backspace', 'train the', 'llama'],
    ['Delete', 'train the ', 'lama'],
  ] as const)('%s', (key, before, after) => {
    expect(keys(middle, key)).toMatchObject({ before, after });
  });

  test('at the ends nothing is lost', () => {
    expect(textIn(keys(textBufferOf('abc'), 'Delete', 'Right', 'End'))).toBe('abc');
    expect(textIn(keys({ before: '', after: 'abc' }, 'Backspace', 'Left', 'Ctrl-u', 'Ctrl-w'))).toBe('abc');
  });

  test('a key that does not edit is not handled', () => {
    for (const name of ['j', 'Enter', 'Tab', 'Ctrl-s', 'F1', '']) expect(edit(middle, name)).toBeNull();
  });

  test('a paste replaces a prefilled text, and any key that moves keeps it', () => {
    expect(textIn(insert(selectedEditor('old'), 'new', 'one'))).toBe('new');
    const moved = keys(selectedEditor('old'), 'Left');
    expect(moved.selected).not.toBe(true);
    expect(textIn(insert(moved, 'X', 'one'))).toBe('olXd');
  });
});

describe('pasting', () => {
  test('goes in at the cursor', () => {
    expect(insert({ before: 'a', after: 'd' }, 'bc', 'one')).toEqual({ before: 'abc', after: 'd' });
  });

  test('of several lines into a single-line field turns the breaks into blanks, and drops the last', () => {
    expect(textIn(insert(textBufferOf(''), 'one\r\ntwo\rthree\n\n', 'one'))).toBe('one two three');
    expect(textIn(insert(textBufferOf(''), 'a\tb', 'one'))).toBe('a b');
  });

  test('of several lines into a multi-line field keeps them', () => {
    expect(textIn(insert(textBufferOf(''), '#!/bin/sh\r\n\techo\r', 'several'))).toBe('#!/bin/sh\n\techo\n');
  });
});

test('whatever keys are pressed, moving keeps the text, deleting takes only from it, and none leaves it selected', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, fc.array(fc.constantFrom(...KEYS), { maxLength: 30 }), (before, after, pressed) => {
      let editor: TextBuffer = { before, after, selected: true };
      for (const name of pressed) {
        const next = keys(editor, name);
        const [old, now] = [textIn(editor), textIn(next)];
        expect(next.selected).toBeUndefined();
        expect(now.length).toBeLessThanOrEqual(old.length);
        const moves = ['Left', 'Right', 'Home', 'End', 'Ctrl-a', 'Ctrl-b', 'Ctrl-e', 'Ctrl-f'].includes(name);
        if (moves) expect(now).toBe(old);
        else expect(old.startsWith(next.before)).toBe(true);
        if (!moves) expect(old.endsWith(next.after)).toBe(true);
        expect(now.isWellFormed()).toBe(true);
        editor = next;
      }
    }),
  );
});

test('Backspace removes exactly one character at a time, until there is none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      let editor = textBufferOf(text);
      for (let left = graphemes(text); left > 0; left -= 1) {
        expect(graphemes(textIn(editor))).toBe(left);
        editor = keys(editor, 'Backspace');
      }
      expect(textIn(editor)).toBe('');
    }),
  );
});
