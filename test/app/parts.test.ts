import { expect, test } from 'vitest';
import { exitCode, type Part, partOf, runParts, stopAll } from '../../src/app/parts.ts';

/** Parts that write down what happens to them; one of a name that is given throws when it is started or stopped. */
function noted(names: readonly string[], throws: { readonly start?: string; readonly stop?: string } = {}) {
  const seen: string[] = [];
  const parts = names.map(
    (name): Part => ({
      start: () => {
        seen.push(`start ${name}`);
        if (name === throws.start) throw new Error(`${name} can't start`);
      },
      stop: () => {
        seen.push(`stop ${name}`);
        if (name === throws.stop) throw new Error(`${name} can't stop`);
      },
    }),
  );
  return { parts, seen };
}

/** The exit code of an end, and what was reported of it. */
function reported(end: Parameters<typeof exitCode>[0]): readonly unknown[] {
  const told: string[] = [];
  const code = exitCode(end, (error) => {
    told.push(String(error));
    return 1;
  });
  return [code, ...told];
}

test('parts start in order and stop in reverse, and the run ends with its own code', async () => {
  const { parts, seen } = noted(['screen', 'clock', 'session']);
  const end = await runParts(parts, Promise.resolve(0));
  expect(seen).toEqual(['start screen', 'start clock', 'start session', 'stop session', 'stop clock', 'stop screen']);
  expect(reported(end)).toEqual([0]);
});

test('a part that can not start ends those before it, is reported, and the exit code is not 0', async () => {
  const { parts, seen } = noted(['screen', 'clock', 'session'], { start: 'clock' });
  const end = await runParts(parts, new Promise(() => undefined));
  expect(seen).toEqual(['start screen', 'start clock', 'stop clock', 'stop screen']);
  expect(reported(end)).toEqual([1, "Error: clock can't start"]);
});

test('a part that can not stop keeps no other from stopping, is reported, and the exit code is not 0', async () => {
  const { parts, seen } = noted(['screen', 'clock', 'session'], { stop: 'clock' });
  const end = await runParts(parts, Promise.resolve(0));
  expect(seen.slice(3)).toEqual(['stop session', 'stop clock', 'stop screen']);
  expect(reported(end)).toEqual([1, "Error: clock can't stop"]);
});

test('the code of a run that ended badly stays when a part can not stop', async () => {
  const { parts } = noted(['screen'], { stop: 'screen' });
  expect(reported(await runParts(parts, Promise.resolve(4)))).toEqual([4, "Error: screen can't stop"]);
});

test('an end that takes time is waited for before the part below it is stopped', async () => {
  const seen: string[] = [];
  const slow = partOf(() => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push('slow');
  });
  await runParts([partOf(() => () => void seen.push('below')), slow], Promise.resolve(0));
  expect(seen).toEqual(['slow', 'below']);
});

test('all of a session is ended, the last first, though one end throws', () => {
  const seen: string[] = [];
  const failing = (): void => {
    seen.push('b');
    throw new Error('b');
  };
  expect(() => stopAll([() => void seen.push('a'), failing, () => void seen.push('c')])).toThrow('b');
  expect(seen).toEqual(['c', 'b', 'a']);
});
