import fc from 'fast-check';
import { expect, test } from 'vitest';
import { giveUpRotation } from '../../../../src/features/rotation/work/give-up.ts';
import { rotateKey } from '../../../../src/features/rotation/work/rotate.ts';
import { openMarket } from '../../../driver/console.ts';
import { HONEST, ODD_CREATIONS, ODD_REVOCATIONS, type Oddness, oddService } from '../../../faults/odd-service.ts';
import { STILL } from '../../../stories/service.ts';
import { describe, type Fault, operator, succeeded } from './faulty-operator.ts';

/** Random sequences, an eighth of a second each; SPOTDECK_MODEL_RUNS sets more. */
const RUNS = Math.ceil(Number(process.env['SPOTDECK_MODEL_RUNS'] ?? 30) / 2);

async function open() {
  const market = await openMarket(STILL);
  const service = await oddService(market);
  const own = await operator(market, service.origin);
  const admin = await service.makeKey(market.token, 'admin');
  const strangers = ['laptop', 'admin'];
  /** In place when the last rotation began. */
  let old = own.token();

  const works = async (token: string): Promise<boolean> => (await own.working(token)).length > 0;

  /** Rotates, or gives up, against an odd service. Returns the end. */
  const run = async (odd: Oddness, fault: Fault | null, how = rotateKey): Promise<string> => {
    service.behave(odd);
    const { result } = await own.run(fault, how);
    service.behave(HONEST);
    const where = `${JSON.stringify(odd)} ${JSON.stringify(fault)} ${how.name}: ${describe(result)}`;
    const names = (await own.working(admin)).map(({ name }) => name);
    for (const stranger of strangers) expect(names, where).toContain(stranger);
    const others = names.filter((name) => String(name).startsWith('stranger-'));
    strangers.push(...others.map(String).filter((name) => !strangers.includes(name)));
    const isNew = own.token() !== old && (await works(own.token()));
    const isDone = isNew && !(await works(old));
    if (succeeded(result)) {
      expect(await works(own.token()), where).toBe(true);
      if (result.kind === 'rotated') expect(isDone, where).toBe(true);
    } else expect(result.code, where).not.toBe(0);
    // The old secret stays until the new key works without it.
    if (!isDone) expect(own.texts(), where).toContain(old);
    if (succeeded(result) && (result.kind === 'rotated' || result.kind === 'given-up')) old = own.token();
    return succeeded(result) ? result.kind : describe(result);
  };

  /** Any state has a way out with an honest service: on, or back and on. */
  const wayOut = async (): Promise<void> => {
    const said: string[] = [];
    const tokens = await own.kept();
    if (tokens.length === 0) {
      // The service has revoked all: another key signs in.
      own.signIn(await service.makeKey(admin, `again-${said.length}`));
      said.push(await run(HONEST, null, giveUpRotation));
    }
    for (let runs = 0; runs < 3; runs += 1) {
      said.push(await run(HONEST, null));
      if (said.at(-1) === 'rotated') return;
    }
    said.push(await run(HONEST, null, giveUpRotation));
    said.push(await run(HONEST, null));
    if (said.at(-1)?.includes('begin like the one in use here') === true) {
      await service.revokeTwins(admin);
      said.push(await run(HONEST, null));
    }
    if (said.at(-1) !== 'rotated') throw new Error(`There is no way out: ${said.join(' | ')}`);
  };
  return { run, wayOut, works, own, service, admin, token: own.token };
}

test.each(ODD_CREATIONS)(
  'a service that answers a creation with %s: going on or giving up leaves the state, and no key of somebody else is revoked',
  async (creation) => {
    const { run, wayOut, token, works } = await open();
    const odd = { ...HONEST, creation };
    const first = token();
    await run(odd, null);
    await run(odd, null);
    await run(HONEST, null, giveUpRotation);
    expect(await works(token()), 'a key is in use').toBe(true);
    await run(odd, null);
    await wayOut();
    expect(token()).not.toBe(first);
  },
);

test.each(ODD_REVOCATIONS)(
  'a service that answers the revocation with %s: it is said, and the old secret is kept until the new key is seen to work',
  async (revocation) => {
    const { run, wayOut } = await open();
    const said = await run({ ...HONEST, revocation }, null);
    const word = {
      'wrong-key': /^The service revoked the new key instead of the key console, which works and was put back/,
      both: /accepts the new key no longer. It does not accept the old key either. Its secret is still in .*\.replaced/,
      neither: /^The service says that it revoked the key console, and still lists it as active\./,
      '500-before': /^It is not certain that the key console was revoked\./,
      '500-after': /^rotated$/,
      'cut-after': /^rotated$/,
    }[revocation];
    expect(said).toMatch(word);
    await wayOut();
  },
);

test('a service that revokes the key in use instead of the new one: the rotation is not given up any more, and the new key takes its place', async () => {
  const { run, own, token, works } = await open();
  // The new key and its secret are there, nothing else.
  await run(HONEST, { at: 20, kind: 'killed-before' });
  expect(await own.kept()).toHaveLength(2);
  const said = await run({ ...HONEST, revocation: 'wrong-key' }, null, giveUpRotation);
  expect(said).toMatch(
    /^The service no longer accepts the key console, .* Run the rotation again: it uses the new key if that works\./,
  );
  expect(await works(token()), 'the old key').toBe(false);
  expect(await run(HONEST, null, giveUpRotation)).toMatch(/so the rotation is not given up: no key would work/);
  expect(await own.kept(), 'the new secret').toHaveLength(1);
  expect(await run(HONEST, null)).toBe('rotated');
  expect(await works(token())).toBe(true);
});

test('a service that answers a creation with the identifier of another key: the listed one whose secret it is takes its place', async () => {
  const { run, works, token } = await open();
  expect(await run({ ...HONEST, creation: 'fid-of-a-newer-one' }, null)).toBe('rotated');
  expect(await works(token())).toBe(true);
});

test('a key of the rotation that somebody else may have made is left and named, and revoked only by its identifier', async () => {
  const { run, own } = await open();
  await run({ ...HONEST, creation: 'another-name' }, null);
  const { result } = await own.run(null, giveUpRotation);
  if (!succeeded(result)) throw result;
  expect(result).toMatchObject({ kind: 'given-up', leftKeys: [expect.any(String)] });
  const keys = await own.working(own.token());
  expect(keys.map(({ fid }) => fid)).toContain(result.leftKeys[0]);
});

const odd = fc.record({
  creation: fc.option(fc.constantFrom(...ODD_CREATIONS), { freq: 2 }),
  revocation: fc.option(fc.constantFrom(...ODD_REVOCATIONS), { freq: 2 }),
});
const fault = fc.record({
  at: fc.integer({ min: 1, max: 55 }),
  kind: fc.constantFrom('killed-before' as const, 'killed-after' as const, 'lost-after' as const, 'refused' as const),
});
const aRun = fc.record({
  odd,
  fault: fc.option(fault, { freq: 2 }),
  how: fc.constantFrom(rotateKey, rotateKey, giveUpRotation),
});

test('whatever an odd service and faults at any step do: a key that works is kept, no key of somebody else is revoked, and there is a way out', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aRun, { minLength: 1, maxLength: 4 }), async (runs) => {
      const { run, wayOut } = await open();
      for (const one of runs) await run(one.odd, one.fault, one.how);
      await wayOut();
    }),
    { numRuns: RUNS },
  );
});
