import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyOf, splitKeys } from '../../src/lib/key-input.ts';

const ESC = '\u001b';
const pasted = (text: string): string => `${ESC}[200~${text}${ESC}[201~`;

describe('input of one read is split into the pressed keys', () => {
  test.each([
    ['two letters', 'jj', ['j', 'j']],
    ['a word and Enter', 'abc\r', ['a', 'b', 'c', '\r']],
    ['arrows', `${ESC}[A${ESC}[B`, [`${ESC}[A`, `${ESC}[B`]],
    ['arrows in application mode', `${ESC}OA${ESC}OB`, [`${ESC}OA`, `${ESC}OB`]],
    ['keys with modifiers', `${ESC}[1;5Cx${ESC}[5~`, [`${ESC}[1;5C`, 'x', `${ESC}[5~`]],
    ['Shift-Tab', `${ESC}[Zj`, [`${ESC}[Z`, 'j']],
    ['control keys', '\u0015\u0004', ['\u0015', '\u0004']],
    ['Esc and a letter: two keys, over a thin line', `${ESC}j`, [ESC, 'j']],
    ['Esc twice and an arrow', `${ESC}${ESC}[A`, [ESC, `${ESC}[A`]],
    ['Alt-Backspace, which is one key', `${ESC}\u007f`, [`${ESC}\u007f`]],
    ['characters beyond the first plane', '🚀𠮷', ['🚀', '𠮷']],
    ['a paste, whole', `a${pasted('jj\r\n:q')}b`, ['a', pasted('jj\r\n:q'), 'b']],
    ['two pastes', pasted('x') + pasted('y'), [pasted('x'), pasted('y')]],
    ['a paste that holds arrows', pasted(`${ESC}[A`), [pasted(`${ESC}[A`)]],
    ['an empty paste', pasted(''), [pasted('')]],
    ['a title that was asked for', `${ESC}]lpq${ESC}\\j`, [`${ESC}]lpq${ESC}\\`, 'j']],
    ['a colour that was asked for', `j${ESC}]11;rgb:ff/ff/ff\u0007`, ['j', `${ESC}]11;rgb:ff/ff/ff\u0007`]],
    ['a setting that was asked for', `${ESC}P1$r0m${ESC}\\`, [`${ESC}P1$r0m${ESC}\\`]],
    ['an arrow that a control character breaks off', `${ESC}[1;\rj`, [`${ESC}[1;`, '\r', 'j']],
    ['a colour that an arrow breaks off', `${ESC}]11;rgb${ESC}[Aj`, [`${ESC}]11;rgb`, `${ESC}[A`, 'j']],
    ['focus gained and lost', `${ESC}[I${ESC}[O`, [`${ESC}[I`, `${ESC}[O`]],
  ])('%s', (_, input, keys) => {
    expect(splitKeys(input)).toEqual({ keys, rest: '' });
  });
});

describe('an incomplete sequence waits for its rest', () => {
  test.each([
    ['Esc alone', ESC],
    ['the beginning of an arrow', `${ESC}[`],
    ['the beginning of a modified key', `${ESC}[1;5`],
    ['the beginning of an application key', `${ESC}O`],
    ['a paste without its end', `${ESC}[200~one\rtwo`],
    ['a paste whose end mark is cut', `${ESC}[200~one${ESC}[20`],
    ['a report of the mouse of old terminals', `${ESC}[M !`],
    ['an answer without its end', `${ESC}]52;c;cHA=`],
    ['an answer whose end mark is cut', `${ESC}P1$r0m${ESC}`],
    ['a paste that ends in Esc', `${ESC}[200~one${ESC}`],
  ])('%s', (_, rest) => {
    expect(splitKeys(`ab${rest}`)).toEqual({ keys: ['a', 'b'], rest });
  });
});

const stream = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'j',
        '\r',
        '\t',
        ESC,
        '[',
        'O',
        '~',
        '2',
        '0',
        ';',
        `${ESC}[A`,
        `${ESC}[200~`,
        `${ESC}[201~`,
        '漢',
        '🚀',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

test('no input is lost, doubled or reordered', () => {
  fc.assert(
    fc.property(stream, (input) => {
      const { keys, rest } = splitKeys(input);
      expect(keys.join('') + rest).toBe(input);
      expect(keys).not.toContain('');
    }),
    { numRuns: 2000 },
  );
});

test('the splits of a connection make no difference, except after Esc', () => {
  fc.assert(
    fc.property(stream, fc.nat(60), (input, at) => {
      const place = Math.min(at, input.length);
      // A character is never split: the stream is decoded before.
      fc.pre(input.slice(0, place).isWellFormed() && input.slice(place).isWellFormed());
      const first = splitKeys(input.slice(0, place));
      const second = splitKeys(first.rest + input.slice(place));
      const inOne = splitKeys(input);
      expect([...first.keys, ...second.keys]).toEqual(inOne.keys);
      expect(second.rest).toBe(inOne.rest);
    }),
    { numRuns: 2000 },
  );
});

describe('a key has one name, whichever way the terminal sends it', () => {
  test.each([
    ['Up', ['[A', 'OA', '[1;5A', '[1;1:1A', 'Oa', '[57419u']],
    ['Down', ['[B', 'OB', '[1;2B']],
    ['Home', ['[H', 'OH', '[1~', '[7~', '[7$', '[57423u']],
    ['End', ['[F', 'OF', '[4~', '[8~', '[8^']],
    ['PgUp', ['[5~', '[5;2~', '[57421u']],
    ['Delete', ['[3~', '[3;1:1~']],
    ['Enter', ['OM', '[13u', '[13;1u', '[57414u']],
    ['Esc', ['[27u', '[27;1u']],
    ['Tab', ['[9u']],
    ['Shift-Tab', ['[Z', '[1;2Z', '[9;2u']],
    ['Alt-Backspace', ['\u007f', '[127;3u']],
    ['Ctrl-c', ['[99;5u', '[27;5;99~', '[99;69u']],
    ['a', ['[97u', '[97;1:1u', '[97;1;97u']],
    ['A', ['[97;2u', '[97:65;2u', '[97;65u', '[97;2;65u']],
    ['é', ['[233u', '[101;;233u']],
    ['Space', ['[32u']],
    ['7', ['[57406u']],
  ])('%s', (name, sequences) => {
    expect(sequences.map((sequence) => [sequence, keyOf(ESC + sequence)?.name])).toEqual(
      sequences.map((sequence) => [sequence, name]),
    );
  });
});

test('a key that is held down says so, and one that is let go is no key', () => {
  expect(keyOf(`${ESC}[112;1:2u`)).toEqual({ name: 'p', types: true, isHeld: true });
  expect(keyOf(`${ESC}[1;1:2B`)).toEqual({ name: 'Down', types: false, isHeld: true });
  expect(keyOf(`${ESC}[112;1:3u`)).toBeNull();
  expect(keyOf(`${ESC}[1;1:3B`)).toBeNull();
});

test.each([
  ['a report of the mouse in another format', '[32;20;8M'],
  ['a report of the mouse of old terminals', '[M !!'],
  ['a report of the colours', '[?997;1n'],
  ['a report of the cursor', '[12;40R'],
  ['a report of a mode', '[?2026;1$y'],
  ['the name of the terminal', '[?62;22c'],
  ['a function key', '[25~'],
  ['a function key of the Linux console', '[[A'],
  ['Shift alone', '[57441u'],
  ['a key with Super', '[97;9u'],
  ['a code that no character has', '[1114112u'],
])('%s is no key, and types nothing', (_, sequence) => {
  expect(splitKeys(`${ESC}${sequence}j`)).toEqual({ keys: [ESC + sequence, 'j'], rest: '' });
  expect(keyOf(ESC + sequence)).toBeNull();
});
