import { expect } from 'vitest';
import { soon } from '../../../driver/time.ts';
import { placed } from '../../../stories/service.ts';
import { isWrite, openRules, type RulesAtHome } from './autopilot.ts';

const CLIMB = `
[[rules]]
name = "climb"
kind = "ladder"
bids = "waiting"
wait = "1s"
step = "$0.01"
cap = "$0.90"
max_cost = "$50"
max_writes = 1000
`;

/** A rule that acts: it has raised a bid twice. */
export async function climbing(): Promise<RulesAtHome & { readonly autopilot: ReturnType<RulesAtHome['start']> }> {
  const rules = await openRules(CLIMB);
  await placed(rules.market, 'waiting', '$0.01');
  expect(await rules.run('--release', 'climb')).toMatchObject({ code: 0 });
  const autopilot = rules.start();
  await autopilot.prints(/changed the limit price of waiting to \$0\.03/);
  return { ...rules, autopilot };
}

const listsRead = ({ wire }: RulesAtHome): number =>
  wire.reached.filter((one) => !isWrite(one) && one.path.startsWith('/v2/spot/bids')).length;

/** Waits until the program has read the bids so many times more. */
export async function readAgain(rules: RulesAtHome, times: number): Promise<void> {
  const until = listsRead(rules) + times;
  await soon(() => expect(listsRead(rules)).toBeGreaterThanOrEqual(until));
}
