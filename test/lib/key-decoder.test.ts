import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/lib/clock.ts';
import { createKeyDecoder, FOCUS } from '../../src/lib/key-input.ts';

const ESC = '\u001b';

/** A decoder with a clock that is moved by hand. Returns what it has taken. */
function decoding() {
  let now = 0;
  let timers: readonly { readonly at: number; readonly then: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    steady: () => now,
    after: (ms, then) => {
      const timer = { at: now + Math.max(1, ms), then };
      timers = [...timers, timer];
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
  const taken: string[] = [];
  const { receive } = createKeyDecoder(clock, (pieces) => void taken.push(...pieces));
  const pass = (ms: number): void => {
    const end = now + ms;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at);
      if (next === undefined) break;
      timers = timers.filter((one) => one !== next);
      now = next.at;
      next.then();
    }
    now = end;
  };
  return { receive, pass, taken };
}

const SEQUENCES = [
  ...['[A', 'OB', '[1;5C', '[3~', '[Z', '[7$', '[[5~', '[1;1:2B', '[97;2u', '[97:65;2;65u', '[27;5;99~', 'OM'],
  ...['[I', '[O', '[<65;20;8M', '[<0;5;5m', '[M !!', '[32;20;8M', '[?62;22c', '[?2026;1$y', '[?997;1n'],
  ...[']11;rgb:ff/ff/ff\u0007', `]11;rgb:ff/ff/ff${ESC}\\`, `]52;c;cHA=${ESC}\\`, `]lpq${ESC}\\`],
  ...[`P1$r0m${ESC}\\`, `P>|xterm(380)${ESC}\\`, `P!|00000000${ESC}\\`, `_Gi=1;OK${ESC}\\`],
  ...[`[200~jj\r${ESC}[201~`, '\u007f'],
].map((rest) => ESC + rest);
const GAPS = Array.from({ length: 101 }, (_, n) => n * 10);

describe.each(SEQUENCES.map((sequence) => [JSON.stringify(sequence), sequence]))('%s', (_, sequence) => {
  test('comes whole, wherever the connection tears it apart after its first two characters, for up to a second', () => {
    for (let at = 2; at < sequence.length; at += 1)
      for (const gap of GAPS) {
        const { receive, pass, taken } = decoding();
        receive(sequence.slice(0, at));
        pass(gap);
        receive(sequence.slice(at));
        receive('j');
        pass(60_000);
        expect(taken, `torn apart before ${at} for ${gap} ms`).toEqual([sequence, 'j']);
      }
  });

  test('comes whole when it is torn apart after Escape for a moment; later it is Escape, and no letter acts', () => {
    const kept = FOCUS.has(sequence) ? [sequence] : sequence === `${ESC}\u007f` ? ['\u007f'] : [];
    for (const gap of GAPS) {
      const { receive, pass, taken } = decoding();
      receive(ESC);
      pass(gap);
      receive(sequence.slice(1));
      receive('j');
      pass(60_000);
      expect(taken, `torn apart for ${gap} ms`).toEqual(gap <= 50 ? [sequence, 'j'] : [ESC, ...kept, 'j']);
    }
  });

  test('comes whole in single characters on a slow line', () => {
    const { receive, pass, taken } = decoding();
    for (const character of sequence) {
      receive(character);
      pass(40);
    }
    pass(60_000);
    expect(taken).toEqual([sequence]);
  });

  test('does nothing when its rest never comes, and the next key is that key', () => {
    for (let at = 2; at < sequence.length; at += 1) {
      if (sequence.startsWith(`${ESC}[200~`) && at >= 6) continue;
      const { receive, pass, taken } = decoding();
      receive(sequence.slice(0, at));
      pass(1100);
      receive('j');
      pass(60_000);
      expect(taken, `only ${at} characters`).toEqual(['j']);
    }
  });
});

test('Escape alone is a key at once, and longer on a line that has torn sequences apart', () => {
  const { receive, pass, taken } = decoding();
  receive(ESC);
  pass(60);
  expect(taken).toEqual([ESC]);
  pass(2000);
  receive(`${ESC}[`);
  pass(120);
  receive('A');
  receive(ESC);
  pass(200);
  expect(taken).toEqual([ESC, `${ESC}[A`]);
  receive('[B');
  expect(taken).toEqual([ESC, `${ESC}[A`, `${ESC}[B`]);
  for (let n = 0; n < 20; n += 1) receive(`${ESC}[A`);
  receive(ESC);
  pass(60);
  expect(taken.at(-1)).toBe(ESC);
});

test('Escape and then another key are these two keys, one that could begin a sequence too', () => {
  for (const key of ['j', '[', 'O', 'P', ']', '\r', '\u007f', ESC]) {
    const { receive, pass, taken } = decoding();
    receive(ESC);
    pass(300);
    receive(key);
    pass(60);
    expect(taken).toEqual([ESC, key]);
  }
});

test('a paste whose end is lost ends with Ctrl-c, and does nothing', () => {
  const { receive, pass, taken } = decoding();
  receive(`${ESC}[200~one\r`);
  receive('two\r');
  pass(5000);
  receive('three\r');
  receive('\u0003');
  pass(1001);
  expect(taken).toEqual([]);
  receive('\u0003');
  receive('j');
  expect(taken).toEqual(['\u0003', 'j']);
});

test('a paste of many reads comes whole', () => {
  const { receive, taken } = decoding();
  const text = Array.from({ length: 2000 }, (_, n) => `line ${n}\r`).join('');
  const whole = `${ESC}[200~${text}${ESC}[201~`;
  for (let at = 0; at < whole.length; at += 7) receive(whole.slice(at, at + 7));
  expect(taken).toEqual([whole]);
});
