import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { headerLine } from '../../../src/screen/ink/screen-lines.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { seen } from './seen.ts';

export const theme = themeFor('16');
/** A console of some columns. */
export const wide = (state: ConsoleState, columns: number): ConsoleState => ({ ...state, size: { columns, rows: 45 } });
/** Its header as it is seen. */
export const line = (state: ConsoleState, columns = 160): string =>
  seen(headerLine(wide(state, columns), theme)).trimEnd();

/** A fleet of fourteen bids that want 38 instances, with `lost` of them being preempted. */
export function fleet(lost: number): ConsoleState {
  const bids = Array.from({ length: 14 }, (_, n) =>
    bid(`b${n}`, {
      limit_price: '$17.09',
      instance_quantity: n < 10 ? 3 : 2,
      status: n < lost ? 'Preempting' : 'Allocated',
    }),
  );
  const instances = Array.from({ length: 38 }, (_, n) =>
    instance(`i${n}`, { bid: `b${n % 14}`, status: n < 31 ? 'STATUS_RUNNING' : 'STATUS_STARTING' }),
  );
  return consoleWith({ bids, instances });
}
