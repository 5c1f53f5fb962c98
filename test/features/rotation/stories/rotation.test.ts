import fc from 'fast-check';
import { expect, test } from 'vitest';
import { giveUpRotation } from '../../../../src/features/rotation/work/give-up.ts';
import { rotateKey } from '../../../../src/features/rotation/work/rotate.ts';
import { openMarket } from '../../../driver/console.ts';
import { STILL } from '../../../stories/service.ts';
import { describe, operator, succeeded } from './faulty-operator.ts';

/** At most twice, or once more for a token never rotated. */
async function finished(own: Awaited<ReturnType<typeof operator>>): Promise<void> {
  const said: string[] = [];
  for (let runs = 0; runs < 3; runs += 1) {
    const { result } = await own.run(null);
    said.push(describe(result));
    if (succeeded(result) && result.kind === 'rotated') return;
  }
  throw new Error(`The rotation did not end: ${said.join(' | ')}`);
}

const KINDS = ['killed-before', 'killed-after', 'lost-before', 'lost-after', 'refused', 'declined'] as const;

test('whatever fails at any step of a rotation, a kept key works, and the next runs leave exactly one new key', async () => {
  const market = await openMarket(STILL);
  const own = await operator(market);
  const others = (await own.working(market.token)).filter((key) => key['name'] !== 'console').length;
  const { effects } = await own.run(null);
  expect(effects).toBeGreaterThan(30);
  for (const kind of ['killed-after', 'lost-after', 'refused'] as const)
    for (let at = 1; at <= effects; at += 1) {
      const where = `${kind} at ${at}`;
      await own.run({ at, kind });
      expect(await own.kept(), where).not.toEqual([]);
      await finished(own);
      const keys = await own.working(own.token());
      expect(keys, where).toHaveLength(others + 1);
      expect(own.files(), where).toEqual(['work']);
    }
});

test('when the old key has another user by the time of the answer, it is asked again and only then revoked', async () => {
  const market = await openMarket(STILL);
  const own = await operator(market);
  const questions: string[] = [];
  let looks = 0;
  const { result } = await own.run(null, (parts) =>
    rotateKey({
      ...parts,
      users: async () => {
        looks += 1;
        return looks === 1 ? [] : ['The profile ci still has the old key.'];
      },
      ask: (question) => {
        questions.push(question.lines.join(' '));
        return parts.ask(question);
      },
    }),
  );
  expect(describe(result)).toBe('rotated');
  expect(questions.slice(1)).toEqual([
    'Revoke the old key console? Whatever still uses it loses access at once.',
    'The profile ci still has the old key. Revoke the old key console? Whatever still uses it loses access at once.',
  ]);
});

test('several faults in a row leave a kept key that works, and in the end exactly one new key', async () => {
  const market = await openMarket(STILL);
  const own = await operator(market);
  const others = (await own.working(market.token)).length - 1;
  const fault = fc.record({ at: fc.integer({ min: 1, max: 45 }), kind: fc.constantFrom(...KINDS) });
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { minLength: 2, maxLength: 5 }), async (faults) => {
      for (const one of faults) {
        await own.run(one);
        expect(await own.kept()).not.toEqual([]);
      }
      await finished(own);
      expect(await own.working(own.token())).toHaveLength(others + 1);
      expect(own.files()).toEqual(['work']);
    }),
    { numRuns: 6 },
  );
});

test('a rotation that is given up after any fault leaves the old key in its place and no other, or says that the new one is in use', async () => {
  const market = await openMarket(STILL);
  const own = await operator(market);
  const before = (await own.working(market.token)).length;
  for (const kind of ['killed-after', 'lost-after'] as const)
    for (let at = 1; at <= 40; at += 1) {
      const old = own.token();
      await own.run({ at, kind });
      const { result } = await own.run(null, giveUpRotation);
      if (succeeded(result)) expect(own.token()).toBe(old);
      else {
        expect(describe(result)).toMatch(/No rotation was begun|is in use here already/);
        await finished(own);
      }
      expect(await own.working(own.token()), `${kind} at ${at}`).toHaveLength(before);
      expect(own.files()).toEqual(['work']);
    }
});
