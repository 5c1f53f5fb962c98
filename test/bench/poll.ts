import { createClient } from '../../src/api/client.ts';
import { readWholeList } from '../../src/api/list-pages.ts';
import { createPageCache } from '../../src/api/page-cache.ts';
import type { Outcome, ServiceError, WholeList } from '../../src/api/result.ts';
import { createRowBudget } from '../../src/api/row-budget.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { ProjectId } from '../../src/contract/fid.ts';
import { type Instance, instanceRow } from '../../src/contract/instance.ts';
import { unicodeGlyphs } from '../../src/resources/glyphs.ts';
import { visibleRows } from '../../src/store/lists/visible-rows.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { rowsArrived } from '../../src/store/transitions.ts';
import { takenIn } from '../api/intake.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { connected } from '../store/made.ts';
import { type PageTexts, readPages, startService } from './service/start.ts';

const ROUNDS = 12;
const WARM = 4;
const PAGE = 100;

/** In milliseconds: `JSON.parse`; reading, checking and merging; the longest block of the event loop. */
type PollCost = {
  readonly parsed: number;
  readonly merged: number;
  readonly longest: number;
  readonly pages: PageTexts;
};

/** In this process, with a few changed rows each time. */
export async function measurePoll(count: number): Promise<PollCost> {
  const service = await startService({ bids: count / 2, instances: count }, { changes: 20 });
  const pages = (): Promise<PageTexts> => readPages(`${service.address}/v2/instances`);
  const client = createClient({
    baseUrl: service.address,
    token: 'bench',
    allowPlainHttp: true,
    readOnly: true,
    timeoutMs: 30_000,
    pageSize: PAGE,
    maxPages: 1000,
  });
  let state: ConsoleState = startState(
    loadedFeatures,
    { ...connected, profile: 'bench', project: 'proj_bench', origin: service.address, readOnly: true },
    unicodeGlyphs,
    { columns: 160, rows: 45 },
    Date.now(),
  );
  const take = (answer: Outcome<WholeList<Instance>, ServiceError>): void => {
    if (!answer.ok) throw new Error(`The service did not answer: ${answer.error.kind}.`);
    const now = Date.now();
    state = rowsArrived(state, 'instances', answer.value, { at: now, sequence: now }, now);
    visibleRows(state, 'instances');
  };

  const reader = createPageCache(instanceRow, createRowBudget(['instances'])('instances'));
  const parsed: number[] = [];
  const merged: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const texts = await pages();
    parsed.push(timeOf(() => [...texts.values()].map((text): unknown => JSON.parse(text))));
    const from = performance.now();
    take(
      await readWholeList({
        cache: reader,
        limit: PAGE,
        maxPages: 1000,
        send: async ({ cursor }, intake) => takenIn(intake, texts.get(cursor ?? '') ?? ''),
        onLimitRefused: () => undefined,
        onPage: undefined,
      }),
    );
    merged.push(performance.now() - from);
  }

  let longest = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // A key would wait for the turn of the event loop.
    let watching = true;
    let last = performance.now();
    const watch = (): void => {
      const now = performance.now();
      if (round >= WARM) longest = Math.max(longest, now - last);
      last = now;
      if (watching) setImmediate(watch);
    };
    setImmediate(watch);
    take(await client.list(endpoints.listInstances, { query: { project: ProjectId.parse('proj_bench') } }));
    await new Promise((resolve) => setImmediate(resolve));
    watching = false;
  }
  const last = await pages();
  service.close();
  return { parsed: middle(parsed.slice(WARM)), merged: middle(merged.slice(WARM)), longest, pages: last };
}

function timeOf(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
