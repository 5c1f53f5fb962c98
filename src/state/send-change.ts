import type { Action } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';
import { type Controller, update, withRemote } from './controller.ts';
import { liveRows } from './disabled-reason.ts';
import { liveContextOf } from './row-context.ts';
import { type ConsoleState, withView } from './state.ts';
import { leftNoticed } from './sync/write-notices.ts';

/** The writes of an action, the rows that it was asked for, and what it leaves out. */
type SentChange = {
  readonly writes: readonly Write[];
  readonly fids: readonly string[];
  readonly leftOut: string | null;
};

/** Sends the writes of an action. Rows whose bids were changed lose their marks, as the bids themselves do. */
export function sendChange<Name extends PaneName>(
  controller: Controller,
  name: Name,
  action: Action<Rows[Name]>,
  { writes, fids, leftOut }: SentChange,
): void {
  withRemote(controller, async (remote) => {
    const done = await remote.send(writes);
    update(controller, (state) => {
      const unmarked = withoutMarksOf(state, name, action, fids, done);
      return leftOut === null ? unmarked : leftNoticed(unmarked, [`${leftOut}.`]);
    });
  });
}

function withoutMarksOf<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  { effect }: Action<Rows[Name]>,
  fids: readonly string[],
  done: readonly Write[],
): ConsoleState {
  if (effect.kind !== 'delegate') return state;
  const context = liveContextOf(state);
  const changed = new Set(done.flatMap(({ fid }) => fid ?? []));
  const rows: readonly Rows[Name][] = liveRows(state, name, fids);
  const spent = new Set(
    rows.filter((row) => changed.has(effect.bidOf(row, context) ?? '')).map(({ fid }): string => fid),
  );
  const { marks } = state.views[name];
  return withView(state, name, { marks: new Set([...marks].filter((fid) => !spent.has(fid))) });
}
