import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeyStream, splitKeys } from '../../../../src/screen/ink/terminal/input.ts';
import type { Arrival } from '../../../../src/screen/keys/binding.ts';
import { handClock } from '../../../store/hand-clock.ts';
import { FakeInput } from '../fake-terminal.ts';

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

/** An input stream on a terminal and a clock of the test, and the keys that were read from it, with their arrival. */
function openStream({
  answers = null,
  onMouse = () => undefined,
}: {
  answers?: object | null;
  onMouse?: (report: string, arrival: Arrival) => void;
} = {}) {
  const [input, clock] = [new FakeInput(), handClock(0)];
  const stream = new KeyStream(
    input,
    () => undefined,
    onMouse,
    () => answers,
    clock,
  );
  stream.setRawMode(true);
  const got: (readonly [string, Arrival])[] = [];
  stream.on('readable', () => {
    for (let key = stream.read(); key !== null; key = stream.read()) got.push([key, stream.lastArrival]);
  });
  return { input, clock, got };
}

describe('a key has its arrival', () => {
  const question = {};
  /** The keys of each read with their arrival. */
  async function read(...reads: readonly string[]): Promise<readonly (readonly [string, Arrival])[]> {
    const { input, got } = openStream({ answers: question });
    for (const text of reads) {
      input.type(text);
      await new Promise((next) => setImmediate(next));
    }
    return got;
  }
  const alone = (key: string) => [key, { alone: true, answers: question, at: 0, repeatedAfter: null }];
  const allProjects = (key: string) => [key, { alone: false, answers: question, at: 0, repeatedAfter: null }];

  test('alone, or with others in one read', async () => {
    expect(await read('y', 'xy', 'z')).toEqual([alone('y'), allProjects('x'), allProjects('y'), alone('z')]);
  });

  test('alone next to a report of the focus or the mouse', async () => {
    expect(await read(`${ESC}[Iy`, `n${ESC}[<0;5;5M`)).toEqual([alone('y'), alone('n')]);
  });

  test('and the time since it was pressed last, unless another key came in between', async () => {
    const arrivals = await read('y', 'y', 'n', 'y', 'yy', 'ny');
    expect(arrivals.map(([key, { repeatedAfter }]) => [key, repeatedAfter])).toEqual([
      ...[
        ['y', null],
        ['y', 0],
        ['n', null],
        ['y', null],
      ],
      ...[
        ['y', 0],
        ['y', 0],
        ['n', null],
        ['y', null],
      ],
    ]);
  });

  test('a click too: alone, beside another click or a key in one read', async () => {
    const clicks: Arrival[] = [];
    const { input } = openStream({
      answers: question,
      onMouse: (report, arrival) => {
        if (report.endsWith('M')) clicks.push(arrival);
      },
    });
    const [down, up] = [`${ESC}[<0;5;5M`, `${ESC}[<0;5;5m`];
    for (const text of [down + up, down + up + down, `y${down}`]) {
      input.type(text);
      await new Promise((next) => setImmediate(next));
    }
    expect(clicks.map(({ alone: isAlone }) => isAlone)).toEqual([true, false, false, false]);
    expect(clicks.every(({ answers }) => answers === question)).toBe(true);
  });

  test('not alone before an incomplete sequence', async () => {
    expect((await read(`y${ESC}[`, 'A'))[0]).toEqual(allProjects('y'));
  });
});

describe('a sequence that is never completed', () => {
  /** The keys that are read from a text when nothing follows it for a minute. */
  async function readLate(text: string): Promise<string> {
    const { input, clock, got } = openStream();
    input.type(text);
    await clock.pass(60_000);
    return got.map(([key]) => key).join('');
  }

  test.each([
    ['a colour', `${ESC}]11;rgb:ff/ff`],
    ['a clipboard', `${ESC}]52;c;cHA=`],
    ['a title', `${ESC}]lppp`],
    ['a setting', `${ESC}P1$r0`],
  ])('and began as a response of the terminal with %s is no key', async (_, text) => {
    expect(await readLate(text)).toBe('');
    expect(await readLate(`j${text}`)).toBe('j');
  });

  test('and began as a key is its keys, the first of them Esc', async () => {
    expect(await readLate(`${ESC}[1`)).toMatch(/\[1$/);
  });
});
