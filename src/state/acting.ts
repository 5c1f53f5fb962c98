import type { Outcome } from '../api/outcome.ts';
import { editorOf } from '../lib/editor.ts';
import type { Action, Confirmation, PaneName, Rows } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import type { ConsoleState } from './console.ts';
import { liveContextOf } from './context.ts';
import { apply, type Desk } from './desk.ts';
import { formOpened } from './forms.ts';
import { noticed } from './happened.ts';
import { firstSpan } from './history.ts';
import { overlayOpened } from './overlays.ts';
import { whyReadOnly } from './read-only.ts';
import { refusedInReplay } from './replaying.ts';
import { cursorRow, isLeaving, targetsIn } from './shown.ts';
import { cursorAt, filterTyped, paneFocused, rowSelected } from './views.ts';

/** What changes nothing at the service. */
const LOCAL: readonly string[] = ['jump', 'ssh', 'end-session', 'history'];

/** Why an action can't be done in a pane now; null when it can. With marks, it can when it can for one of them. */
export function refusal<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  action: Action<Rows[Name]>,
): string | null {
  const { does } = action;
  const recorded = refusedInReplay(state, 'nothing can be changed in it.');
  if (recorded !== null && !LOCAL.includes(does.kind)) return recorded;
  if (does.kind === 'ssh' || does.kind === 'end-session') {
    const away = refusedInReplay(state, 'it leads to no instance.');
    if (away !== null) return away;
  }
  if (state.connected.readOnly && !LOCAL.includes(does.kind)) return whyReadOnly(state.connected);
  if (does.kind === 'new') return null;
  const shown = does.kind === 'write' || does.kind === 'destroy' ? targetsIn(state, name) : rowUnderCursor(state, name);
  const rows = liveRows(state, name, shown);
  const [first] = rows;
  if (first === undefined) {
    const at = cursorRow(state, name);
    return at === undefined ? `There is no ${resources[name].one} here.` : `${nameOf(name, at.row)} is gone.`;
  }
  return rows.some((row) => rowRefusal(state, name, action, row) === null)
    ? null
    : rowRefusal(state, name, action, first);
}

/** Why an action can't be done with one row: a change to it that is under way comes first, then what the action itself says. */
function rowRefusal<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  action: Action<Rows[Name]>,
  row: Rows[Name],
): string | null {
  const changes = action.does.kind === 'write' || action.does.kind === 'destroy';
  if (changes && state.pending.some(({ write }) => write.fid === row.fid)) {
    return `The last change to ${nameOf(name, row)} is still under way.`;
  }
  return action.refuses?.(row, liveContextOf(state)) ?? null;
}

/** The rows that an action can be done with now, of those that are marked or the one under the cursor; or why with none. */
export function allowedFor<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  action: Action<Rows[Name]>,
): Outcome<readonly Rows[Name][], string> {
  const why = refusal(state, name, action);
  if (why !== null) return { ok: false, error: why };
  const rows = liveRows(state, name, targetsIn(state, name));
  return { ok: true, value: rows.filter((row) => rowRefusal(state, name, action, row) === null) };
}

/** Does what an action is for, with the marked rows or the one under the cursor, or says why it can't be done. */
export function act<Name extends PaneName>(desk: Desk, name: Name, action: Action<Rows[Name]>): void {
  const state = desk.store.getState();
  const able = allowedFor(state, name, action);
  if (!able.ok) {
    apply(desk, (now) => noticed(now, able.error, 'warn'));
    return;
  }
  const allowed = able.value;
  const context = liveContextOf(state);
  const { does } = action;
  const [at] = liveRows(state, name, rowUnderCursor(state, name));
  switch (does.kind) {
    case 'write':
      void desk.send(allowed.map((row) => does.write(row, context)));
      return;
    case 'destroy': {
      const writes = allowed.map((row) => does.write(row, context));
      const confirmation = guarded(does.ask(allowed, context), state, name, allowed);
      apply(desk, (now) =>
        overlayOpened(now, {
          kind: 'confirm',
          confirmation,
          writes,
          undoing: false,
          editor: editorOf(''),
          wrong: null,
        }),
      );
      return;
    }
    case 'new':
      apply(desk, (now) => overlayOpened(now, formOpened(does.open(context))));
      return;
    case 'form':
      if (at !== undefined) apply(desk, (now) => overlayOpened(now, formOpened(does.open(at, context))));
      return;
    case 'ssh': {
      const login = at === undefined ? null : does.to(at, context);
      if (login !== null) desk.effects.openSsh(login, does.where);
      return;
    }
    case 'end-session':
      if (at !== undefined) desk.effects.endSession(does.session(at));
      return;
    case 'history': {
      if (at === undefined) return;
      const past = desk.past(at.fid);
      apply(desk, (now) =>
        overlayOpened(now, { kind: 'history', fid: at.fid, past, spanMs: firstSpan(past, now.now), top: 0 }),
      );
      return;
    }
    case 'jump': {
      const jump = at === undefined ? null : does.to(at, context);
      if (jump === null) return;
      if (typeof jump === 'string') apply(desk, (now) => noticed(now, jump, 'warn'));
      else {
        const { pane, fid, filter, alongside } = jump;
        apply(desk, (now) => {
          const there = jumped(now, pane, fid, filter);
          return alongside === undefined ? there : filterTyped(there, alongside.pane, alongside.filter);
        });
      }
      return;
    }
  }
}

/** Where it counts, a key alone destroys nothing: the name is typed, or how many there are. */
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

/** The focus goes to another pane, narrowed by a filter, with a row selected. */
export function jumped(state: ConsoleState, pane: PaneName, fid: string | null, filter: string | null): ConsoleState {
  const there = paneFocused({ ...state, notice: null }, pane);
  const narrowed = filter === null ? there : filterTyped(there, pane, filter);
  return fid === null ? cursorAt(narrowed, pane, 0) : rowSelected(narrowed, pane, fid);
}

function rowUnderCursor<Name extends PaneName>(state: ConsoleState, name: Name): readonly Rows[Name][] {
  const at = cursorRow(state, name);
  return at === undefined || isLeaving(state, name, at.row.fid) ? [] : [at.row];
}

/** The rows as they are now, though the screen may be frozen; those that are gone are left out. */
function liveRows<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  rows: readonly Rows[Name][],
): readonly Rows[Name][] {
  return rows.flatMap(({ fid }) => state.lists[name].rows.get(fid)?.row ?? []);
}

function nameOf<Name extends PaneName>(name: Name, row: Rows[Name]): string {
  return resources[name].called(row);
}
