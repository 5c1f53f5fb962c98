import { pause } from '../bench/console.ts';
import { instanceName, nameOf } from '../bench/service/fleet.ts';
import type { BenchList, BenchService } from '../bench/service/start.ts';

/** Steps until a lost row returns: ten seconds of its list. */
const AWAY = 20;
/** Spreads consecutive changes over the list. */
const SPREAD = 97;
const PRICES = ['$5.00', '$9.50', '$14.00'];
const LOST: Readonly<Record<BenchList, readonly string[]>> = {
  bids: ['Open', 'Paused', 'Open', 'Paused', 'Open', 'Preempting'],
  instances: ['STATUS_STARTING', 'STATUS_STARTING', 'STATUS_PREEMPTING'],
};
const RETURNED: Readonly<Record<BenchList, string>> = { bids: 'Allocated', instances: 'STATUS_RUNNING' };

/** Rows, and changes each second. */
type Changing = { readonly bids: number; readonly instances: number; readonly eachSecond: number };

/** Loses and returns bids and instances, and changes prices, until stopped. */
export function keepChanging(service: BenchService, { bids, instances, eachSecond }: Changing): () => Promise<void> {
  let isOver = false;
  const statusOf = async (list: BenchList, turn: number, nameAt: (n: number) => string): Promise<void> => {
    const round = Math.floor(turn / 2);
    const isReturn = turn % 2 === 1;
    const lost = LOST[list][round % LOST[list].length] ?? '';
    const at = isReturn ? round - AWAY / 2 : round;
    if (at >= 0) await service.change(list, nameAt(at * SPREAD), 'status', isReturn ? RETURNED[list] : lost);
  };
  const changeOne = async (n: number): Promise<void> => {
    const turn = Math.floor(n / 3);
    if (n % 3 === 0) await statusOf('bids', turn, (at) => nameOf(at % bids));
    else if (n % 3 === 1) await statusOf('instances', turn, (at) => instanceName(at % instances, instances / bids));
    else
      await service.change('bids', nameOf((turn * SPREAD) % bids), 'limit_price', PRICES[turn % PRICES.length] ?? '');
  };
  const run = async (): Promise<void> => {
    const began = performance.now();
    for (let n = 0; !isOver; n++) {
      await pause(Math.max(0, began + (n * 1000) / eachSecond - performance.now()));
      await changeOne(n);
    }
  };
  const running = run();
  return () => {
    isOver = true;
    return running;
  };
}
