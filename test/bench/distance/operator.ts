import { pause } from '../console.ts';
import type { Observation } from './observed.ts';
import { rowsOn } from './screen.ts';

/** What the operator, or the service, does meanwhile. */
export const SCENARIOS = ['scroll', 'jump', 'filter', 'end', '429'] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** Rows that the cursor walks down and up again, so that the view stays where it is. */
const WALK = 5;
const KEY_PAUSE_MS = 400;
/** Pages of a burst of scrolling, the pause between two, and the time to look at what is there. Milliseconds. */
const BURST = { pages: 20, pauseMs: 100, lookMs: 6000 };
const JUMP_PAUSE_MS = 4000;
const FILTER_PAUSE_MS = 1000;
/** Filters that follow each other. Some rows of the first screen match all of them. */
const FILTERS = ['region:eu', 'region:eu limit>1', 'train region:eu', 'limit>1'];
const [PAGE_DOWN, CLEAR_LINE] = ['\u001b[6~', '\u0015'];
/** Requests of which one is refused. */
const REFUSED_EACH = 5;

/** Does what a scenario says until the measuring ends; returns how long moves of the cursor took to be shown, where it can be told. */
export async function operate(
  observed: Observation,
  scenario: Scenario | null,
  retryAfter: number,
): Promise<readonly number[]> {
  const { timed, service } = observed;
  switch (scenario) {
    case 'scroll':
      while (!observed.isOver()) await scrollOn(observed);
      return [];
    case 'jump':
      while (!observed.isOver()) {
        timed.press('!');
        await pause(JUMP_PAUSE_MS);
      }
      return [];
    case 'filter':
      for (let n = 0; !observed.isOver(); n++) {
        timed.press('/');
        timed.press(`${CLEAR_LINE}${FILTERS[n % FILTERS.length]}\r`);
        await pause(FILTER_PAUSE_MS);
      }
      return [];
    case 'end':
      // The pane of instances, and then that of bids.
      for (const key of ['2', 'G', '1', 'G']) {
        timed.press(key);
        await pause(KEY_PAUSE_MS);
      }
      while (!observed.isOver()) await pause(KEY_PAUSE_MS);
      return [];
    case '429':
      await service.refuse(REFUSED_EACH, retryAfter);
      return walkUpAndDown(observed);
    case null:
      return walkUpAndDown(observed);
  }
}

/** Scrolls some pages down, or back to the start from the end of the list, and looks at what is there. */
async function scrollOn({ timed }: Observation): Promise<void> {
  const before = [...rowsOn(timed.lines()).bids.keys()].join();
  for (let page = 0; page < BURST.pages; page++) {
    timed.press(PAGE_DOWN);
    await pause(BURST.pauseMs);
  }
  if ([...rowsOn(timed.lines()).bids.keys()].join() === before) timed.press('g');
  await pause(BURST.lookMs);
}

/** Moves the cursor down some rows and up again. */
async function walkUpAndDown({ timed, names, isOver }: Observation): Promise<readonly number[]> {
  const took: number[] = [];
  for (let n = 0; !isOver(); n++) {
    const isDown = n % (2 * WALK) < WALK;
    const reached = isDown ? (n % WALK) + 2 : WALK - (n % WALK);
    took.push((await timed.until(isDown ? 'j' : 'k', ` ${reached}/${names.bids.length} `)).ms);
    await pause(KEY_PAUSE_MS);
  }
  return took;
}
