import { expect, test } from 'vitest';
import { exitCode, type Part, partOf, runParts, stopAll } from '../../src/app/parts.ts';

/** Parts that record their starts and stops; the named ones throw on start or stop. */
function recordedParts(names: readonly string[], throws: { readonly start?: string; readonly stop?: string } = {}) {
  const calls: string[] = [];
  const parts = names.map(
    (name): Part => ({
      start: () => {
        calls.push(`start ${name}`);
        if (name === throws.start) throw new Error(`${name} can't start`);
      },
      stop: () => {
        calls.push(`stop ${name}`);
        if (name === throws.stop) throw new Error(`${name} can't stop`);
      },
    }),
  );
  return { parts, calls };
}

/** Exit code of a run's end, followed by the reported errors. */
function reported(end: Parameters<typeof exitCode>[0]): readonly unknown[] {
  const errors: string[] = [];
  const code = exitCode(end, (error) => {
    errors.push(String(error));
    return 1;
  });
  return [code, ...errors];
}

test('parts start in order and stop in reverse, and the run ends with its own code', async () => {
  const { parts, calls } = recordedParts(['screen', 'clock', 'session']);
  const end = await runParts(parts, Promise.resolve(0));
  expect(calls).toEqual(['start screen', 'start clock', 'start session', 'stop session', 'stop clock', 'stop screen']);
  expect(reported(end)).toEqual([0]);
});

test('a part that fails to start is reported, stops the parts before it, and the exit code is not 0', async () => {
  const { parts, calls } = recordedParts(['screen', 'clock', 'session'], { start: 'clock' });
  const end = await runParts(parts, new Promise(() => undefined));
  expect(calls).toEqual(['start screen', 'start clock', 'stop clock', 'stop screen']);
  expect(reported(end)).toEqual([1, "Error: clock can't start"]);
});

test('a part that fails to stop is reported, the others still stop, and the exit code is not 0', async () => {
  const { parts, calls } = recordedParts(['screen', 'clock', 'session'], { stop: 'clock' });
  const end = await runParts(parts, Promise.resolve(0));
  expect(calls.slice(3)).toEqual(['stop session', 'stop clock', 'stop screen']);
  expect(reported(end)).toEqual([1, "Error: clock can't stop"]);
});

test('the exit code of a failed run stays when a part fails to stop', async () => {
  const { parts } = recordedParts(['screen'], { stop: 'screen' });
  expect(reported(await runParts(parts, Promise.resolve(4)))).toEqual([4, "Error: screen can't stop"]);
});

test('a part that stops slowly is awaited before the part started before it stops', async () => {
  const calls: string[] = [];
  const slow = partOf(() => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    calls.push('slow');
  });
  await runParts([partOf(() => () => void calls.push('below')), slow], Promise.resolve(0));
  expect(calls).toEqual(['slow', 'below']);
});

test('all parts of a session are stopped, the last one first, even when one throws', () => {
  const calls: string[] = [];
  const failing = (): void => {
    calls.push('b');
    throw new Error('b');
  };
  expect(() => stopAll([() => void calls.push('a'), failing, () => void calls.push('c')])).toThrow('b');
  expect(calls).toEqual(['c', 'b', 'a']);
});
