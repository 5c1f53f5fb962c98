import { expect, test } from 'vitest';
import { rewritten } from '../../../faults/faults.ts';
import { by, ladderRule } from '../engine/made-rules.ts';
import { cents } from '../engine/made-view.ts';
import { begin, pass } from './rules-life.ts';
import { isWrite } from './rules-steps.ts';
import { openWorld, release } from './rules-world.ts';

const climb = ladderRule({ bids: by('name:train-llama-eu'), waitMs: 60_000, cap: cents(2000), maxCost: cents(10_000) });

/** Lets a ladder run while the service writes a quantity of its bid; what it has sent, and why it holds itself. */
async function climbed(quantity: string | null) {
  await using opened = await openWorld([climb]);
  const { world } = opened;
  if (quantity !== null)
    world.wire.fault(
      rewritten((text) => text.replaceAll(/("name":"train-llama-eu"[^{}]*"instance_quantity":)8/g, `$1${quantity}`)),
      { match: ({ path }) => path.startsWith('/v2/spot/bids') },
    );
  const life = begin(world);
  release(life, world);
  await pass(world, [life], 150);
  const [rule] = life.journal.rules(world.scope);
  life.kill();
  return { writes: world.wire.asked.filter(isWrite).length, held: rule?.held ?? null };
}

test.each(['null', '0', '-5'])(
  'a ladder never climbs while its cap can not be computed, because its bid has a quantity of %s: it holds itself and names the bid',
  async (quantity) => {
    const { writes, held } = await climbed(quantity);
    expect(writes).toBe(0);
    expect(held).toContain('the quantity of train-llama-eu does not say how many instances it can get');
  },
);

test('the same ladder climbs within its cap when the quantity can be read', async () => {
  expect(await climbed(null)).toEqual({ writes: 2, held: null });
});
