import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ask, askSecret, confirmed, Unanswered } from '../../src/system/prompt.ts';
import { runOn, thisProcess } from '../../src/system/system.ts';
import { InputHere, OutputHere } from '../driver/here/streams.ts';
import { handClock } from '../store/hand-clock.ts';

/** A terminal whose lines are kept as they were written, and a program on it that asks. */
function asking<Answer>(question: () => Promise<Answer>, term = 'xterm') {
  const [input, clock, signals] = [new InputHere(true), handClock(), new EventEmitter()];
  let written = '';
  const errors = new OutputHere(
    (text) => {
      written += text;
    },
    { columns: 80, rows: 24 },
  );
  const system = {
    ...thisProcess,
    input,
    errors,
    clock,
    environment: { TERM: term },
    signals: {
      on: (name: NodeJS.Signals, then: (signal: NodeJS.Signals) => unknown) => signals.on(name, then),
      off: (name: NodeJS.Signals, then: (signal: NodeJS.Signals) => unknown) => signals.off(name, then),
    },
  };
  let ended: Answer | Error | null = null;
  const start = (): void =>
    runOn(system, () => {
      question().then(
        (answer) => {
          ended = answer;
        },
        (error: unknown) => {
          ended = error instanceof Error ? error : new Error(String(error));
        },
      );
    });
  return {
    start,
    clock,
    input,
    type: async (text: string): Promise<void> => {
      input.push(Buffer.from(text));
      await clock.pass(0);
    },
    signal: (name: string) => void signals.emit(name),
    ended: async () => {
      await clock.pass(0);
      return ended;
    },
    written: () => written,
    listens: () => signals.eventNames().length,
  };
}

const onTerminal = () => ask('Type y to confirm: ');

test('the answer is the line that is typed once the question stands there', async () => {
  const terminal = asking(onTerminal);
  terminal.start();
  await terminal.clock.pass(300);
  expect(terminal.written()).toBe('\u001b[?2004hType y to confirm: ');
  await terminal.type('nope\u0015y ');
  await terminal.type('\r');
  expect(await terminal.ended()).toBe('y');
  expect(terminal.input.isRaw).toBe(false);
  expect(terminal.listens()).toBe(0);
});

test.each([
  ['typed before the program asked', ['y\r']],
  ['in several reads while the question was coming', ['y', '\r', 'y\r']],
  ['pasted', ['\u001b[200~y\r\u001b[201~', 'y\ry\ry\r']],
])('what was %s is no answer', async (_, early) => {
  const terminal = asking(onTerminal);
  for (const text of early.slice(0, 1)) terminal.input.push(Buffer.from(text));
  terminal.start();
  for (const text of early) {
    await terminal.clock.pass(200);
    await terminal.type(text);
  }
  expect(terminal.written()).not.toContain('Type y');
  await terminal.clock.pass(300);
  expect(terminal.written()).toContain('Type y to confirm: ');
  expect(await terminal.ended()).toBeNull();
  await terminal.type('n\r');
  expect(await terminal.ended()).toBe('n');
});

test('what comes with an answer is no answer to the next question', async () => {
  const terminal = asking(async () => [await ask('Project: '), await askSecret('Token: ')]);
  terminal.start();
  await terminal.clock.pass(300);
  await terminal.type('proj\rsecret\r');
  await terminal.clock.pass(300);
  expect(terminal.written()).toContain('Token: ');
  expect(await terminal.ended()).toBeNull();
  await terminal.type('tok en\u007f\u007f\u007f');
  await terminal.type('\r');
  expect(await terminal.ended()).toEqual(['proj', 'tok']);
  expect(terminal.written()).not.toContain('tok');
});

test('a pasted text is text: only Enter answers', async () => {
  const terminal = asking(onTerminal);
  terminal.start();
  await terminal.clock.pass(300);
  await terminal.type('\u001b[200~y\r\u001b[201~');
  expect(await terminal.ended()).toBeNull();
  await terminal.type('\r');
  expect(await terminal.ended()).toBe('y');
});

test.each([
  ['Ctrl-c', 130],
  ['Ctrl-d', 130],
  ['SIGINT', 130],
  ['SIGHUP', 129],
  ['SIGTERM', 143],
  ['the end of the terminal', 129],
])('%s leaves the question without an answer, with exit code %i, and the terminal as it was', async (what, code) => {
  for (const waits of [0, 300]) {
    const terminal = asking(onTerminal);
    terminal.start();
    await terminal.clock.pass(waits);
    await terminal.type('y');
    if (what === 'Ctrl-c') await terminal.type('\u0003');
    else if (what === 'Ctrl-d') await terminal.type('\u0004');
    else if (what.startsWith('SIG')) terminal.signal(what);
    else terminal.input.push(null);
    const ended = await terminal.ended();
    expect(ended).toBeInstanceOf(Unanswered);
    expect(ended).toMatchObject({ code, lines: ['Nothing was done.'] });
    expect(terminal.input.isRaw).toBe(false);
    expect(terminal.written().endsWith('\u001b[?2004l\r\n')).toBe(true);
    expect(terminal.listens()).toBe(0);
  }
});

test('after the shell had the terminal the question begins anew', async () => {
  const terminal = asking(onTerminal);
  terminal.start();
  await terminal.clock.pass(300);
  await terminal.type('y');
  terminal.input.isRaw = false;
  terminal.signal('SIGCONT');
  expect(terminal.input.isRaw).toBe(true);
  await terminal.type('\r');
  await terminal.clock.pass(300);
  expect(await terminal.ended()).toBeNull();
  await terminal.type('no\r');
  expect(await terminal.ended()).toBe('no');
});

test('a terminal without sequences gets none, and shows what is edited', async () => {
  const terminal = asking(() => ask('Name: '), 'dumb');
  terminal.start();
  await terminal.clock.pass(300);
  for (const key of ['a', 'b', '\u007f', '漢', '\u001b[D', 'c', '\r']) await terminal.type(key);
  expect(await terminal.ended()).toBe('ac漢');
  expect(terminal.written()).toBe('Name: ab\rName: a \b漢\rName: a漢\b\b\rName: ac漢\b\b\r\n');
});

test('without a terminal the question is refused, and --yes answers it', async () => {
  const question = { lines: ['Cancel the bid render:'], typed: 'y', accepts: (answer: string) => answer === 'y' };
  const pipe = { ...thisProcess, input: new InputHere(false) };
  await expect(runOn(pipe, () => confirmed(question, false))).rejects.toMatchObject({
    code: 2,
    lines: ['Cancel the bid render:', 'There is no terminal to ask on. Use --yes to confirm.'],
  });
  await runOn(pipe, () => confirmed(question, true));
});
