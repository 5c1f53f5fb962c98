import type { Outcome } from '../api/result.ts';
import type { Action, Confirmation, Effect, Impact } from '../resources/resource.ts';
import type { PaneName, Rows } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';
import { allowedFor, nameOf } from './disabled-reason.ts';
import { liveContextOf } from './row-context.ts';
import type { ConsoleState } from './state.ts';

/** The writes of an action on some rows as they are now, and what is asked before: by its effect, or always. */
export type PlannedChange = { readonly writes: readonly Write[] } & (
  | {
      readonly kind: 'by-impact';
      readonly impact: Impact;
      /** What the action leaves out, which the impact's sentence ends with; null when it leaves out nothing. */
      readonly leftOut: string | null;
    }
  | { readonly kind: 'always'; readonly confirmation: Confirmation }
);

/** Returns what an action does to rows, or why it can't be done; null for an action that changes no rows. */
export function plannedChange<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  action: Action<Rows[Name]>,
  fids: readonly string[],
): Outcome<PlannedChange, string> | null {
  const { effect } = action;
  if (effect.kind !== 'write' && effect.kind !== 'destroy' && effect.kind !== 'delegate') return null;
  const allowed = allowedFor(state, name, action, fids);
  if (!allowed.ok) return allowed;
  const rows = allowed.value;
  if (effect.kind === 'delegate') return delegated(state, rows, effect);
  const context = liveContextOf(state);
  const writes = rows.map((row) => effect.write(row, context));
  const value: PlannedChange =
    effect.kind === 'write'
      ? { kind: 'by-impact', writes, impact: effect.impact(rows, context), leftOut: null }
      : { kind: 'always', writes, confirmation: guarded(effect.ask(rows, context), state, name, rows) };
  return { ok: true, value };
}

/** Returns what an action does to the bids of some rows, with those that it leaves out. */
function delegated<Row>(
  state: ConsoleState,
  rows: readonly Row[],
  effect: Extract<Effect<Row>, { kind: 'delegate' }>,
): Outcome<PlannedChange, string> | null {
  const bids = effect.bids(rows, liveContextOf(state));
  if (!bids.ok) return bids;
  const { fids, leftOut } = bids.value;
  const planned = plannedChange(state, 'bids', effect.action, fids);
  if (planned?.ok !== true || planned.value.kind !== 'by-impact' || leftOut === null) return planned;
  const { impact } = planned.value;
  const sentence = `${impact.sentence}. ${leftOut}`;
  const lines = [...impact.lines, { text: `${leftOut}.`, tone: 'warn' as const }];
  return { ok: true, value: { ...planned.value, impact: { ...impact, sentence, lines }, leftOut } };
}

/** Returns the rows that a change is sent for, by fid. */
export const changedBy = ({ writes }: Pick<PlannedChange, 'writes'>): readonly string[] =>
  writes.flatMap(({ fid }) => fid ?? []);

/** Requires typing on a production profile: the name of the row, or the number of rows. */
function guarded<Name extends PaneName>(
  confirmation: Confirmation,
  { connected }: ConsoleState,
  name: Name,
  rows: readonly Rows[Name][],
): Confirmation {
  const [first] = rows;
  if (!connected.production || confirmation.typed !== null || first === undefined) return confirmation;
  return { ...confirmation, typed: rows.length === 1 ? nameOf(name, first) : String(rows.length) };
}
