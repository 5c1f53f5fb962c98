// Makes the simulated past of the demo, for `build.js`, which keeps it beside the program: two weeks of the market's own engine, watched in
// fast motion by a console with a journal in memory. It is put into the journal of a new demo, shifted to its begin: `src/journal/past.ts`.
// Beside it is the market's own history of that time: `src/market/world/past.ts`.
import { presentFids, seedWorld } from '../src/market/world/seed.ts';
import { pastFile } from './past/file.ts';
import { marketPast } from './past/market.ts';
import { historyKeeper } from './past/prices.ts';
import { watched } from './past/watched.ts';

/** When the past ends in its file, in milliseconds since 1970; it is shifted to the begin of each demo. */
const UNTIL = Date.UTC(2026, 0, 1);

/** The simulated past as the text of its file. It is always the same. */
export async function simulatedPast(): Promise<string> {
  const present = seedWorld(UNTIL, 1, 0);
  const scope = { service: 'demo', project: 'demo' };
  const history = historyKeeper();
  const journal = await watched(marketPast(present, scope.project, history.watch), scope);
  const file = { ...pastFile(journal, UNTIL, presentFids(present)), market: history.kept(UNTIL) };
  journal.close();
  return JSON.stringify(file);
}
