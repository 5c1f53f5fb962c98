import { expect, test } from 'vitest';
import { createDialogue } from '../../../../src/features/machines/reader/dialogue.ts';
import { HELLO } from '../../../../src/features/machines/reader/script.ts';
import type { MachineProblem, Sample } from '../../../../src/features/machines/reading.ts';
import { handClock } from '../../../store/hand-clock.ts';

/** A dialogue whose machine is the test. */
function talking(everyMs = 5000) {
  const clock = handClock();
  const sent: string[] = [];
  const samples: Sample[] = [];
  const problems: MachineProblem[] = [];
  let opened = 0;
  const dialogue = createDialogue({
    clock,
    everyMs,
    send: (text) => sent.push(text),
    failed: (problem) => problems.push(problem),
    listener: {
      opened: () => {
        opened += 1;
      },
      sampled: (sample) => samples.push(sample),
    },
  });
  /** Sends the words of a machine with one idle GPU in answer to a request. */
  const answer = (id: number): void =>
    dialogue.receive(`load 1 1 1 1/1 1\nnvidia 0, L4, 0, 1, 2, 3, 4\nexit nvidia-smi 0\nend ${id}\n`);
  return { clock, sent, samples, problems, dialogue, answer, opened: () => opened };
}

test('the first sample is asked for after the hello, whatever was printed before it', async () => {
  const { clock, sent, dialogue, opened } = talking();
  dialogue.receive('Welcome to Ubuntu!\r\n\r\n*** 3 updates ***\nno line feed at the end');
  await clock.pass(3000);
  expect(sent).toEqual([]);
  dialogue.receive(`\n${HELLO}\n`);
  expect(sent).toEqual(['all 1\n']);
  expect(opened()).toBe(1);
  dialogue.stop();
});

test('samples come at the interval, counted from the request and not from the answer', async () => {
  const { clock, sent, samples, dialogue, answer } = talking();
  dialogue.receive(`${HELLO}\n`);
  for (let id = 1; id <= 3; id++) {
    await clock.pass(1000);
    answer(id);
    await clock.pass(4000);
  }
  expect(sent).toEqual(['all 1\n', 'gpus 2\n', 'gpus 3\n', 'gpus 4\n']);
  expect(samples).toHaveLength(3);
  dialogue.stop();
});

test('a tool that takes longer than the interval is not started a second time', async () => {
  const { clock, sent, dialogue, answer } = talking(1000);
  dialogue.receive(`${HELLO}\n`);
  await clock.pass(8000);
  expect(sent).toEqual(['all 1\n']);
  answer(1);
  await clock.pass(0);
  expect(sent).toEqual(['all 1\n', 'gpus 2\n']);
  dialogue.stop();
});

test('a tool that never ends shows as hanging, with the load of now, and is started again when it has ended', async () => {
  const { clock, sent, samples, dialogue } = talking();
  dialogue.receive(`${HELLO}\n`);
  dialogue.receive('load 1 1 1 1/1 1\n');
  await clock.pass(13_000);
  expect(sent.at(-1)).toBe('host 2\n');
  dialogue.receive('load 7 7 7 1/1 1\nend 2\n');
  expect(samples).toMatchObject([{ gpus: { kind: 'hangs' }, load: [7, 7, 7] }]);
  await clock.pass(5000);
  expect(sent.at(-1)).toBe('host 3\n');
  // The tool ends while the machine answers.
  dialogue.receive('load 8 8 8 1/1 1\nexit nvidia-smi 137\nend 3\nend 1\n');
  expect(samples.slice(1)).toMatchObject([
    { gpus: { kind: 'hangs' }, load: [8, 8, 8] },
    { gpus: { kind: 'hangs' }, load: [8, 8, 8] },
  ]);
  await clock.pass(5000);
  expect(sent.at(-1)).toBe('gpus 4\n');
  dialogue.stop();
});

test('a machine that says nothing at all for half a minute has timed out', async () => {
  const { clock, problems, dialogue } = talking();
  dialogue.receive(`${HELLO}\n`);
  await clock.pass(27_000);
  expect(problems).toEqual([]);
  await clock.pass(1000);
  expect(problems).toEqual([{ kind: 'timeout', message: 'no answer for 15 s' }]);
});

test('a machine that never greets has timed out, also when it talks', async () => {
  const { clock, problems, dialogue } = talking();
  for (let second = 0; second < 25; second++) {
    dialogue.receive('still booting\n');
    await clock.pass(1000);
  }
  expect(problems).toEqual([{ kind: 'timeout', message: 'no sample for 25 s' }]);
  expect(dialogue.instead()).toBe('still booting');
});

test('answers that were not asked for, or asked for long ago, are no samples', async () => {
  const { clock, samples, dialogue, answer } = talking();
  dialogue.receive(`${HELLO}\n`);
  answer(7);
  expect(samples).toEqual([]);
  answer(1);
  answer(1);
  answer(2);
  expect(samples).toHaveLength(1);
  await clock.pass(5000);
  answer(1);
  expect(samples).toHaveLength(1);
  answer(2);
  expect(samples).toHaveLength(2);
  dialogue.stop();
});

test.for([
  ['before the hello', '', 'more than 64 KB before the first sample'],
  ['in a sample', `${HELLO}\n`, 'more than 64 KB in one sample'],
] as const)('more than 64 KB %s ends the stream, in lines or without', ([, first, message]) => {
  for (const chunk of ['x'.repeat(1000), 'nvidia 0, a\n'.repeat(80)]) {
    const { problems, dialogue } = talking();
    dialogue.receive(first);
    for (let sent = 0; sent < 70_000; sent += chunk.length) dialogue.receive(chunk);
    expect(problems).toEqual([{ kind: 'too-much-output', message }]);
  }
});

test('stderr counts like stdout', () => {
  const { problems, dialogue } = talking();
  dialogue.receive(`${HELLO}\n`);
  for (let sent = 0; sent < 70_000; sent += 2000) {
    dialogue.receive('x'.repeat(1000));
    dialogue.receiveStderr('é'.repeat(500));
  }
  expect(problems).toEqual([{ kind: 'too-much-output', message: 'more than 64 KB in one sample' }]);
});

test.for([
  [1, 200, false],
  [1, 300, true],
  [1000, 60, false],
  [1000, 70, true],
] as const)('pieces of %i bytes, %i of them in a second: too much is %s', async ([bytes, pieces, isTooMuch]) => {
  const { clock, problems, dialogue, answer } = talking(1000);
  dialogue.receive(`${HELLO}\n`);
  for (let second = 1; second < 120 && problems.length === 0; second++) {
    for (let n = 0; n < pieces; n++) (n % 2 === 0 ? dialogue.receive : dialogue.receiveStderr)('x'.repeat(bytes));
    answer(second);
    await clock.pass(1000);
  }
  expect(problems.map(({ kind }) => kind)).toEqual(isTooMuch ? ['too-much-output'] : []);
  dialogue.stop();
});

test('a tool that hangs and talks for ever can not fill the memory of the console', async () => {
  const { clock, problems, dialogue } = talking();
  dialogue.receive(`${HELLO}\n`);
  await clock.pass(13_000);
  for (let id = 2; id < 20 && problems.length === 0; id++) {
    dialogue.receive('nvidia on and on\n'.repeat(1500));
    dialogue.receive(`load 1 1 1 1/1 1\nend ${id}\n`);
    await clock.pass(5000);
  }
  expect(problems).toEqual([{ kind: 'too-much-output', message: 'more than 64 KB in one sample' }]);
});

test('after the end nothing is asked for and nothing is passed on', async () => {
  const { clock, sent, samples, problems, dialogue, answer } = talking();
  dialogue.receive(`${HELLO}\n`);
  dialogue.stop();
  answer(1);
  dialogue.receive('x'.repeat(100_000));
  await clock.pass(100_000);
  expect({ sent, samples, problems }).toEqual({ sent: ['all 1\n'], samples: [], problems: [] });
});
