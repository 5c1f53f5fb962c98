import type { Outcome } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { confirmationNeeded, type NeededConfirmation } from '../../resources/bids/confirm.ts';
import type { Panes } from '../../resources/panes.ts';
import { inProjects } from '../../resources/parts/other-project.ts';
import type { Action, Effect as ActionEffect, Confirmation, Impact } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import type { Write } from '../../resources/write.ts';
import { type Controller, update, withRemote } from '../controller.ts';
import { allowedFor, liveRows, nameOf } from '../disabled-reason.ts';
import { type Answer, type Effect, leftOutLines, type RequestOf } from '../question.ts';
import { liveContextOf } from '../row-context.ts';
import { type ConsoleState, projectsOf, withView } from '../state.ts';
import { leftNoticed } from '../writes/write-notices.ts';
import { ageOf } from './age.ts';
import type { QuestionRecord } from './record.ts';

type ActionRequest = RequestOf<'action'>;

export function actionOf<Name extends PaneName>(panes: Panes, pane: Name, id: string): Action<Rows[Name]> | undefined {
  const actions: readonly Action<Rows[Name]>[] = panes[pane].actions;
  return actions.find((action) => action.id === id);
}

/** Pausing, resuming, cancelling, deleting, revoking rows. */
export const changeRows: QuestionRecord<'action'> = {
  now: (state, request) => effectNow(state, request.pane, request),
  carryOut: (controller, { pane, action, fids }, effect) => carryOut(controller, pane, action, fids, effect),
};

function effectNow<Name extends PaneName>(
  state: ConsoleState,
  pane: Name,
  { action: id, fids, direct, hidden }: ActionRequest,
): Outcome<Effect, string> {
  const action = actionOf(state.features.panes, pane, id);
  if (action === undefined) return { ok: false, error: `${id} is not a command of this pane.` };
  return effectOn(state, pane, action, fids, direct && hidden === null);
}

function effectOn<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  action: Action<Rows[Name]>,
  fids: readonly string[],
  direct: boolean,
): Outcome<Effect, string> {
  const { effect } = action;
  const allowed = allowedFor(state, name, action, fids);
  if (!allowed.ok) return allowed;
  const { rows, leftOut } = allowed.value;
  const context = liveContextOf(state);
  switch (effect.kind) {
    case 'delegate':
      return delegated(state, rows, effect, direct);
    case 'write': {
      const writes = rows.map((row) => effect.write(row, context));
      const impact = effect.impact(rows, context);
      return { ok: true, value: byImpact(state, impact, { writes, leftOut, reads: readsOf(name), direct }) };
    }
    case 'destroy': {
      const writes = rows.map((row) => effect.write(row, context));
      const confirmation = effect.ask(rows, context);
      return { ok: true, value: always(state, name, rows, confirmation, { writes, leftOut }) };
    }
    default:
      return { ok: false, error: `${action.label} changes no row.` };
  }
}

type ChangePlan = {
  readonly writes: readonly Write[];
  readonly leftOut: string | null;
  readonly reads: readonly ServiceList[];
  readonly direct: boolean;
};

/** The effect of pausing or resuming bids. Stopped work and new costs decide the answer. */
export function byImpact(state: ConsoleState, impact: Impact, { writes, leftOut, reads, direct }: ChangePlan): Effect {
  const { confirm, production } = state.connected;
  // Marked rows are never left out silently, and old counts prove nothing.
  const alone = direct && leftOut === null && ageOf(state, { reads, writes }) === null;
  return {
    sentence: leftOut === null ? impact.sentence : `${impact.sentence}. ${leftOut}`,
    title: impact.title,
    lines: [...impact.lines, ...leftOutLines(leftOut)],
    review: [],
    rows: writes.flatMap(({ fid }) => fid ?? []),
    writes,
    answer: answerFor(confirmationNeeded(impact, { confirm, production, alone }), String(impact.bids)),
    leftOut,
    reads,
  };
}

/** A count is typed as shown. */
export function answerFor(needed: NeededConfirmation, count: string): Answer {
  switch (needed) {
    case 'nothing':
      return { by: 'nothing' };
    case 'second-tap':
      return { by: 'tap' };
    case 'typed-count':
      return typed(count);
  }
}

/** Typing exactly a name or a count. */
export const typed = (expected: string): Answer => ({ by: 'typed', expected, retype: null });

/** Always confirmed; in production by a typed name or number. */
function always<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  rows: readonly Rows[Name][],
  { title, lines, typed: text }: Confirmation,
  { writes, leftOut }: Pick<ChangePlan, 'writes' | 'leftOut'>,
): Effect {
  const [first] = rows;
  const guarded =
    state.connected.production && first !== undefined
      ? rows.length === 1
        ? nameOf(state, name, first)
        : String(rows.length)
      : null;
  const expected = text ?? guarded;
  return {
    sentence: title,
    title,
    lines: [...inSeveral(state, rows), ...lines, ...leftOutLines(leftOut)],
    review: [],
    rows: writes.flatMap(({ fid }) => fid ?? []),
    writes,
    answer: expected === null ? { by: 'key' } : typed(expected),
    leftOut,
    reads: readsOf(name),
  };
}

/** Names the project of the rows when the header shows several. */
const inSeveral = (state: ConsoleState, rows: readonly object[]): Confirmation['lines'] =>
  projectsOf(state.connected).length > 1 ? inProjects(rows, state.connected).map((text) => ({ text })) : [];

function delegated<Row>(
  state: ConsoleState,
  rows: readonly Row[],
  effect: Extract<ActionEffect<Row>, { kind: 'delegate' }>,
  direct: boolean,
): Outcome<Effect, string> {
  const bids = effect.bids(rows, liveContextOf(state));
  if (!bids.ok) return bids;
  const { fids, leftOut } = bids.value;
  const ofBids = effectOn(state, 'bids', effect.action, fids, direct && leftOut === null);
  if (!ofBids.ok || leftOut === null) return ofBids;
  const { value } = ofBids;
  return {
    ok: true,
    value: {
      ...value,
      sentence: `${value.sentence}. ${leftOut}`,
      lines: [...value.lines, ...leftOutLines(leftOut)],
      leftOut: value.leftOut === null ? leftOut : `${value.leftOut}. ${leftOut}`,
    },
  };
}

function readsOf(name: PaneName): readonly ServiceList[] {
  switch (name) {
    case 'volumes':
    case 'sshKeys':
    case 'apiKeys':
      return [name];
    default:
      return ['bids', 'instances'];
  }
}

/** Rows lose their marks once their bids were changed. */
function carryOut<Name extends PaneName>(
  controller: Controller,
  pane: Name,
  id: string,
  fids: readonly string[],
  { writes, leftOut }: Effect,
): void {
  const action = actionOf(controller.store.getState().features.panes, pane, id);
  withRemote(controller, async (remote) => {
    const done = await remote.send(writes);
    update(controller, (state) => {
      const unmarked = action === undefined ? state : withoutMarksOf(state, pane, action, fids, done);
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
