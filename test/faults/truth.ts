import { expect } from 'vitest';
import type { RunningMarket } from '../../src/market/server.ts';
import { serviceLists } from '../../src/resources/index.ts';
import { readList } from '../../src/resources/project-lists.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { connect } from '../api/serving.ts';

/** Every list as text, in its order, with every field of every row. */
export type ShownCells = Readonly<Record<string, readonly string[]>>;

/** The lists of a console. */
export function shownOf(state: ConsoleState): ShownCells {
  return Object.fromEntries(
    serviceLists.map((name) => [name, [...state.lists[name].rows.values()].map(({ raw }) => raw)]),
  );
}

/** The lists of a market, read without the wire. */
export async function truthOf(market: RunningMarket): Promise<ShownCells> {
  const client = connect(market.origin, { token: market.token });
  const progress = { signal: new AbortController().signal, onPage: () => undefined };
  const lists = await Promise.all(
    serviceLists.map(async (name) => {
      const answer = await readList(client, name, [market.project], progress);
      if (!answer.ok) throw new Error(`The market does not answer for ${name}: ${answer.error.kind}.`);
      const raws: string[] = [];
      for (const { raw } of answer.value.rows.values()) raws.push(raw);
      return [name, raws];
    }),
  );
  return Object.fromEntries(lists);
}

/** Expects that the console shows what the market has: every list, every row, every field. */
export async function expectTruth(state: ConsoleState, market: RunningMarket): Promise<void> {
  const [shown, truth] = [shownOf(state), await truthOf(market)];
  for (const name of serviceLists) {
    expect(
      shown[name]?.filter((row) => truth[name]?.includes(row) !== true),
      `${name} that the market does not have so`,
    ).toEqual([]);
    expect(
      truth[name]?.filter((row) => shown[name]?.includes(row) !== true),
      `${name} that are not shown so`,
    ).toEqual([]);
    expect(shown[name], `the order of ${name}`).toEqual(truth[name]);
  }
}
