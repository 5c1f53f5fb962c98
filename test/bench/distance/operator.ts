import { pause } from '../console.ts';
import type { Observation } from './observed.ts';
import { rowsOn } from './screen.ts';

/** Events meanwhile, by operator or service. */
export const SCENARIOS = ['scroll', 'jump', 'filter', 'end', '429'] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** Down and up again, so that the view stays. */
const WALK = 5;
const KEY_PAUSE_MS = 400;
/** A burst of scrolling, in milliseconds. */
const BURST = { pages: 20, pauseMs: 100, lookMs: 6000 };
const JUMP_PAUSE_MS = 4000;
const FILTER_PAUSE_MS = 1000;
/** Each matches some rows of the first screen. */
const FILTERS = ['region:eu', 'region:eu limit>1', 'train region:eu', 'limit>1'];
const [PAGE_DOWN, CLEAR_LINE] = ['\u001b[6~', '\u0015'];
/** One of these is refused. */
const REFUSED_EACH = 5;

/** Runs a scenario until the measuring ends. Returns times of cursor moves, where it moves. */
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
      // Instances, then bids.
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

/** Scrolls down, or back to the start from the end, and looks. */
async function scrollOn({ timed }: Observation): Promise<void> {
  const before = [...rowsOn(timed.lines()).bids.keys()].join();
  for (let page = 0; page < BURST.pages; page++) {
    timed.press(PAGE_DOWN);
    await pause(BURST.pauseMs);
  }
  if ([...rowsOn(timed.lines()).bids.keys()].join() === before) timed.press('g');
  await pause(BURST.lookMs);
}

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
