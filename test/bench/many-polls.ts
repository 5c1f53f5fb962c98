import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createStore } from 'zustand/vanilla';
import { readWholeList } from '../../src/api/list-pages.ts';
import { createPageCache } from '../../src/api/page-cache.ts';
import { createRowBudget } from '../../src/api/row-budget.ts';
import { instanceRow } from '../../src/contract/instance.ts';
import { sameThread } from '../../src/journal/same-thread.ts';
import { unicodeGlyphs } from '../../src/resources/glyphs.ts';
import { themesFor } from '../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../src/screen/ink/pane-lines.ts';
import { syncJournal } from '../../src/store/journal-sync.ts';
import { layoutOf, panesOn } from '../../src/store/panes/layout.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { rowsArrived, timePassed } from '../../src/store/transitions.ts';
import { takenIn } from '../api/intake.ts';
import { followersOn } from '../features/running.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { openTestJournal } from '../journal/open.ts';
import { connected } from '../store/made.ts';
import type { PageTexts } from './service/start.ts';

const BEGUN = 100;
const POLLS = 1000;
const CHANGED = 20;
const EVERY_MS = 2000;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

function heap(): number {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}

/** Memory after a hundred and a thousand polls of one long list, with a journal. Bytes. */
export async function measureManyPolls(first: PageTexts): Promise<{ readonly begun: number; readonly ended: number }> {
  const pages = new Map(first);
  const cursors = [...first.keys()];
  let now = Date.now();
  const store = createStore<ConsoleState>(() =>
    startState(
      loadedFeatures,
      { ...connected, project: 'proj_bench', readOnly: true },
      unicodeGlyphs,
      { columns: 160, rows: 45 },
      now,
    ),
  );
  const journal = openTestJournal(':memory:', () => now);
  const sync = syncJournal({
    store,
    journal: sameThread(journal),
    service: () => 'bench',
    followers: followersOn(store, { service: 'bench' }),
  });
  await sync.begun;
  const theme = themesFor('256').terminal;
  const reader = createPageCache(instanceRow, createRowBudget(['instances'])('instances'));
  let begun = 0;
  for (let poll = 1; poll <= POLLS; poll++) {
    now += EVERY_MS;
    for (let n = 0; n < CHANGED; n++) {
      const cursor = cursors[(poll * 7 + n * 5) % cursors.length] ?? '';
      const page = pages.get(cursor) ?? '';
      const [from, to] = page.includes('STATUS_STARTING')
        ? ['STATUS_STARTING', 'STATUS_RUNNING']
        : ['STATUS_RUNNING', 'STATUS_STARTING'];
      pages.set(cursor, page.replace(from, to));
    }
    const answer = await readWholeList({
      cache: reader,
      limit: null,
      maxPages: 1000,
      send: async ({ cursor }, intake) => takenIn(intake, pages.get(cursor ?? '') ?? ''),
      onLimitRefused: () => undefined,
      onPage: undefined,
    });
    if (!answer.ok) throw new Error('The pages can not be read.');
    const state = timePassed(store.getState(), now);
    store.setState(rowsArrived(state, 'instances', answer.value, { at: now, sequence: poll }, now), true);
    await sync.settled();
    for (const pane of panesOn(layoutOf(store.getState()))) paneLines(store.getState(), pane, theme);
    if (poll === BEGUN) begun = heap();
  }
  const ended = heap();
  sync.stop();
  journal.close();
  return { begun, ended };
}
