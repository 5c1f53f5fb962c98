import { describe, expect, test } from 'vitest';
import { doubleClicks, gestureOf, KeyStream } from '../../../../src/screen/ink/terminal/input.ts';
import type { Arrival } from '../../../../src/screen/keys/binding.ts';
import { handClock } from '../../../store/hand-clock.ts';
import { FakeInput } from '../fake-terminal.ts';

const ESC = '\u001b';

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

  test('which is that of one key, in whichever way it is sent; one that repeats was not pressed again', async () => {
    const arrivals = await read('p', `${ESC}[112u`, `${ESC}[112;1:2u`, 'q', `${ESC}[112;1:2u`);
    expect(arrivals.map(([, { repeatedAfter }]) => repeatedAfter)).toEqual([null, 0, 0, null, 0]);
  });

  test('alone beside the report that it was let go, and of none that is no key of the console', async () => {
    expect(await read(`y${ESC}[121;1:3u`, `${ESC}[?997;1nn`)).toEqual([alone('y'), alone('n')]);
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

  test('and began as a key is no key either', async () => {
    expect(await readLate(`${ESC}[1`)).toBe('');
  });
});

const report = (button: number, end: 'M' | 'm' = 'M') => `\u001b[<${button};12;5${end}`;
const kindOf = (button: number, end?: 'M' | 'm') => gestureOf(report(button, end))?.kind ?? null;

test('presses, movements with the button down, releases and the wheel are gestures; other buttons and plain movements are not', () => {
  expect([kindOf(0), kindOf(32), kindOf(0, 'm'), kindOf(64), kindOf(65)]).toEqual([
    'click',
    'drag',
    'release',
    'wheel-up',
    'wheel-down',
  ]);
  expect([kindOf(2), kindOf(35), kindOf(2, 'm'), kindOf(4), kindOf(34)]).toEqual([null, null, null, null, null]);
  expect(gestureOf(report(0))).toEqual({ kind: 'click', column: 11, row: 4 });
});

test('two quick clicks at one position are a double click; a third begins anew', () => {
  let now = 0;
  const counted = doubleClicks(() => now);
  const click = (ms: number, column = 3) => {
    now += ms;
    const { kind } = counted({ kind: 'click', column, row: 4 });
    counted({ kind: 'release', column, row: 4 });
    return kind;
  };
  expect([click(0), click(200), click(200)]).toEqual(['click', 'double-click', 'click']);
  expect([click(1000), click(500), click(100, 9)]).toEqual(['click', 'click', 'click']);
});

test('a drag between two clicks keeps them apart', () => {
  const counted = doubleClicks(() => 0);
  const kinds = (['click', 'drag', 'release', 'click'] as const).map(
    (kind) => counted({ kind, column: 1, row: 1 }).kind,
  );
  expect(kinds).toEqual(['click', 'drag', 'release', 'click']);
});
