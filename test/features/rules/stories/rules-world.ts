import { expect } from 'vitest';
import type { RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { versionOf } from '../../../../src/features/rules/rules-state.ts';
import { serveMarket } from '../../../../src/market/server.ts';
import type { Write } from '../../../../src/resources/write.ts';
import { truthOf } from '../../../faults/truth.ts';
import { openWire } from '../../../faults/wire.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { handClock, NOON } from '../../../store/hand-clock.ts';
import { type Life, pass, type World } from './rules-life.ts';

/** Most seconds until the rules have done what they want. */
const LONGEST_SECONDS = 500;

const isFor = ({ fid, call, name }: Write, action: RuleAction): boolean =>
  action.kind === 'place' ? call === 'placeBid' && action.name === name : action.fid === fid;

/** The world of one run: it notes which intent each write had, and refuses one without or one that was sent before. */
export async function openWorld(rules: readonly Rule[]) {
  const market = await serveMarket({ speed: 0, seed: 7 }, () => NOON);
  const clock = handClock();
  const wire = await openWire(market.origin, clock.steady);
  const sent = new Set<number>();
  const faults: string[] = [];
  const world: World = {
    market,
    clock,
    wire,
    path: newPath(),
    scope: { service: 'stage', project: market.project },
    rules,
    onSend: (write, open) => {
      const intents = open.filter(({ action }) => isFor(write, action));
      if (intents.length !== 1) faults.push(`${write.verb} ${write.name} has ${intents.length} intents`);
      for (const { id } of intents) {
        if (sent.has(id)) faults.push(`${write.verb} ${write.name} is sent again for the intent ${id}`);
        sent.add(id);
      }
    },
  };
  return {
    world,
    sent,
    faults,
    [Symbol.asyncDispose]: async () => {
      await wire[Symbol.asyncDispose]();
      await market.stop();
    },
  };
}

/** Releases all rules, as the operator does. */
export function release({ journal }: Life, { scope, rules }: World): void {
  const versions = rules.map((rule) => ({ name: rule.name, version: versionOf(rule) }));
  expect(journal.declareRules(scope, versions)).toBe(true);
  for (const version of versions) expect(journal.releaseRule(scope, version)).toBe(true);
}

export async function bidsOf(world: World): Promise<readonly { readonly name: string; readonly status: string }[]> {
  return ((await truthOf(world.market))['bids'] ?? []).map((raw) => JSON.parse(raw));
}

/** What is not yet as the rules want it. */
async function unmet(world: World, { journal }: Life): Promise<readonly string[]> {
  const actions = journal.ruleActions(world.scope);
  const open = actions.filter(({ outcome }) => outcome === null);
  if (open.length > 0) return open.map(({ action }) => `open: ${action}`);
  const bids = await bidsOf(world);
  const placed = bids.filter(({ name }) => /^gpu-ci-(us-east1-b|eu-north1-a)-/.test(name)).length;
  // The rule does not insist on a place that the service has refused.
  const refused = actions.filter(({ rule, outcome }) => rule === 'places' && outcome === 'refused').length;
  const running = bids.filter(({ name, status }) => name.includes('train') && !/paused/i.test(status));
  return [
    ...running.map(({ name }) => `${name} is not paused`),
    ...(placed < 2 - refused ? [`${placed} bids are placed, ${refused} were refused`] : []),
  ];
}

/** Lets time pass until everything is as the rules want it. */
export async function passUntilMet(world: World, life: Life): Promise<void> {
  for (let waited = 0; waited < LONGEST_SECONDS; waited += 10) {
    await pass(world, [life], 10);
    if ((await unmet(world, life)).length === 0) return;
  }
  expect(await unmet(world, life)).toEqual([]);
}
