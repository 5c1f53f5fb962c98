import { describe, expect, test } from 'vitest';
import { createTokenRenewal } from '../../src/config/renew-token.ts';
import { CommandFailure, EXIT } from '../../src/system/exit.ts';
import { runOn, thisProcess } from '../../src/system/system.ts';
import { handClock } from '../store/hand-clock.ts';

/** A place that has these tokens one after the other, and how often it was read. */
function placeWith(...tokens: readonly (string | null | CommandFailure)[]) {
  let reads = 0;
  const read = async (): Promise<string | null> => {
    const found = tokens[Math.min(reads, tokens.length - 1)] ?? null;
    reads += 1;
    if (found instanceof CommandFailure) throw found;
    return found;
  };
  return { read, reads: () => reads };
}

/** Asks a renewal on a clock that the test moves. */
function renewing(read: (() => Promise<string | null>) | null) {
  const time = handClock();
  const renew = createTokenRenewal(read);
  return { time, ask: (refused: string) => runOn({ ...thisProcess, clock: time }, () => renew(refused)) };
}

describe('a refused token', () => {
  test('is replaced at once by the one that its place has now, for all that were refused together', async () => {
    const place = placeWith('next');
    const { ask } = renewing(place.read);
    expect(await Promise.all([ask('old'), ask('old'), ask('old')])).toEqual(
      Array(3).fill({ token: 'next', why: null }),
    );
    expect(place.reads()).toBe(1);
  });

  test('without another one is tried once more after three seconds, and then believed for ten', async () => {
    const place = placeWith('old', 'old', 'next');
    const { ask, time } = renewing(place.read);
    const first = ask('old');
    await time.pass(2999);
    let isOver = false;
    void first.then(() => {
      isOver = true;
    });
    await time.pass(0);
    expect(isOver).toBe(false);
    await time.pass(1);
    expect(await first).toEqual({ token: 'old', why: null });
    expect(await ask('old')).toEqual({ token: null, why: null });
    expect(place.reads()).toBe(1);
    await time.pass(10_000);
    const second = ask('old');
    await time.pass(3000);
    expect(await second).toEqual({ token: 'old', why: null });
    await time.pass(10_000);
    expect(await ask('old')).toEqual({ token: 'next', why: null });
    expect(place.reads()).toBe(3);
  });

  test('that replaced another one less than ten seconds ago does not have the place read again', async () => {
    const place = placeWith('second', 'third');
    const { ask, time } = renewing(place.read);
    expect(await ask('first')).toEqual({ token: 'second', why: null });
    await time.pass(9000);
    const soon = ask('second');
    await time.pass(3000);
    expect(await soon).toEqual({ token: 'second', why: null });
    expect(place.reads()).toBe(1);
    await time.pass(10_000);
    expect(await ask('second')).toEqual({ token: 'third', why: null });
  });

  test('of a place that gives none has the reason with it', async () => {
    const { ask, time } = renewing(placeWith(new CommandFailure(EXIT.signedOut, 'The vault is locked.')).read);
    const chance = ask('old');
    await time.pass(3000);
    expect(await chance).toEqual({ token: 'old', why: 'The vault is locked.' });
    expect(await ask('old')).toEqual({ token: null, why: 'The vault is locked.' });
  });

  test('of a variable, which can not change, is tried once more too', async () => {
    const { ask, time } = renewing(null);
    const chance = ask('old');
    await time.pass(3000);
    expect(await chance).toEqual({ token: 'old', why: null });
  });
});
