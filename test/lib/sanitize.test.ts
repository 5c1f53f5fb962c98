import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  identifierAsSent,
  jsonText,
  printableBlock,
  printableIdentifier,
  printableJson,
  printableLine,
} from '../../src/lib/sanitize.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not come through
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u;

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom('\u001b', '[', '2J', '\u009b', '\r', '\n', '\t', '\u202e', 'a', '界', '\ud83d', '\ude00'), {
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
);

test('no sanitized text has a character that acts on a terminal', () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(printableBlock(given)).not.toMatch(ACTING);
      expect(printableLine(given)).not.toMatch(ACTING);
      expect(printableLine(given)).not.toMatch(/[\n\t]/);
    }),
    { numRuns: 3000 },
  );
});

test('a safe text stays the same', () => {
  fc.assert(
    fc.property(text, (given) => {
      const block = printableBlock(given);
      const line = printableLine(given);
      expect(printableBlock(block)).toBe(block);
      expect(printableLine(line)).toBe(line);
      expect(printableLine(block)).toBe(line);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['train-llama_7 (käse) 界 😀 👨‍👩‍👧', 'train-llama_7 (käse) 界 😀 👨‍👩‍👧'],
  ['a\u001b[31mred', 'a�[31mred'],
  ['a\u009b31mred', 'a�31mred'],
  ['a\u001b]8;;http://x\u0007b', 'a�]8;;http://x�b'],
  ['evil\u202egpj.exe', 'evil�gpj.exe'],
  ['a\rb', 'a�b'],
  ['a\r\nb\tc', 'a b c'],
  ['half \ud83d', 'half �'],
  ['hidden\u{e0041}', 'hidden�'],
  ['zero\u200bwidth', 'zero�width'],
])('%j is shown as %j', (given, shown) => {
  expect(printableLine(given)).toBe(shown);
});

test('lines and tabs of a script stay', () => {
  expect(printableBlock('#!/bin/sh\r\n\techo hi\n')).toBe('#!/bin/sh\n\techo hi\n');
});

test('every text and name in a JSON value becomes safe, and everything else stays', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }), (value) => {
      const shown = printableJson(value);
      const again = printableJson(shown);
      expect(again).toEqual(shown);
      const texts: string[] = [];
      JSON.stringify(shown, (name, inner) => {
        texts.push(name, typeof inner === 'string' ? inner : '');
        return inner;
      });
      for (const each of texts) expect(each).not.toMatch(ACTING);
    }),
  );
  expect(printableJson({ a: [1, true, null, 'x'], b: {} })).toEqual({ a: [1, true, null, 'x'], b: {} });
});

test('a value with endless levels is cut off, and its names touch no prototype', () => {
  const deep: unknown = JSON.parse(`${'[1,'.repeat(20_000)}1${']'.repeat(20_000)}`);
  expect(JSON.stringify(printableJson(deep)).length).toBeLessThan(500);
  const poisoned = printableJson(JSON.parse('{"__proto__":{"polluted":true}}'));
  expect(Object.keys(Object(poisoned))).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(poisoned)).toBe(Object.prototype);
  expect('polluted' in {}).toBe(false);
});

test('JSON text is safe to print, one line unless it is indented, and reads as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
      const shown = jsonText(value, indent);
      expect(shown).not.toMatch(ACTING);
      if (indent === 0) expect(shown).not.toMatch(/[\n\t]/);
      expect(JSON.stringify(JSON.parse(shown))).toBe(JSON.stringify(value));
    }),
  );
  expect(jsonText({ 'a\u009b': 'b\u202e\u{e0041}' })).toBe('{"a\\u009b":"b\\u202e\\udb40\\udc41"}');
  const deep: unknown = JSON.parse(`${'[1,'.repeat(20_000)}1${']'.repeat(20_000)}`);
  expect(jsonText(deep).length).toBeLessThan(500);
});

test('an identifier is one safe line, different ones stay different, and requests send the service’s spelling', () => {
  const fid = fc.oneof(text, fc.constantFrom('\\u{a}', '\\', '\\u{5c}u{a}', 'a\n', 'bid_1'));
  fc.assert(
    fc.property(fid, fid, (one, other) => {
      const shown = printableIdentifier(one);
      expect(shown).not.toMatch(ACTING);
      expect(shown).not.toMatch(/[\n\t]/);
      expect(printableBlock(shown)).toBe(shown);
      expect(identifierAsSent(shown)).toBe(one);
      if (one !== other) expect(printableIdentifier(other)).not.toBe(shown);
    }),
    { numRuns: 3000 },
  );
  expect(printableIdentifier('bid_9XQ')).toBe('bid_9XQ');
});
