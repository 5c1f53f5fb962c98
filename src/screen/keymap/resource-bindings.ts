import type { Form } from '../../resources/form.ts';
import type { AllPanes, Panes } from '../../resources/panes.ts';
import type { Action, Effect, Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { formOpened } from '../../store/dialogs/form-state.ts';
import { disabledReason, fidUnderCursor, liveRows, targetsOf } from '../../store/disabled-reason.ts';
import { hiddenMarks, targetsIn } from '../../store/lists/visible-rows.ts';
import { filterPreset, jumped } from '../../store/panes/cursor.ts';
import { leftOutSentence } from '../../store/question.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { PaneBinding, Press } from '../keys/binding.ts';
import { ask } from './key-to-write.ts';

export const actionBindings = ({ panes, paneNames }: AllPanes): readonly PaneBinding[] =>
  paneNames.flatMap((name) => bindingsOf(panes, name));

function bindingsOf<Name extends PaneName>(panes: Panes, name: Name): readonly PaneBinding[] {
  const resource: Resource<Name> = panes[name];
  return resource.actions.map((action) => ({
    id: action.id,
    keys: action.key === '' ? [] : [action.key],
    ...(action.formerly === undefined ? {} : { formerly: action.formerly }),
    label: action.label,
    searchWords: action.searchWords ?? [],
    hint: action.hint,
    scope: name,
    disabled: (state) => disabledReason(state, name, action),
    run: (controller, press) => runAction(controller, name, action, press),
  }));
}

function runAction<Name extends PaneName>(
  controller: Controller,
  name: Name,
  action: Action<Rows[Name]>,
  press: Press,
): void {
  const state = controller.store.getState();
  const context = liveContextOf(state);
  const { effect, id } = action;
  const [at] = liveRows(state, name, fidUnderCursor(state, name));
  switch (effect.kind) {
    case 'write':
    case 'destroy':
    case 'delegate': {
      const fids = targetsOf(state, name, action);
      const hidden = hiddenMarks(state, name);
      const keys = state.keyOverrides.get(id) ?? [action.key];
      // From the palette, y confirms.
      const key = keys.includes(press.name) ? press.name : 'y';
      ask(controller, { kind: 'action', pane: name, action: id, fids, hidden, direct: press.alone }, key);
      return;
    }
    case 'new':
      update(controller, (now) => dialogOpened(now, formOpened(effect.open(context), context)));
      return;
    case 'form': {
      const form = formFor(state, name, effect);
      if (form !== null) update(controller, (now) => dialogOpened(now, formOpened(form, context)));
      return;
    }
    case 'work':
      state.features.works?.get(effect.work)?.(controller, at?.fid ?? null);
      return;
    case 'jump': {
      const jump = at === undefined ? null : effect.to(at, context);
      if (jump === null) return;
      if (typeof jump === 'string') update(controller, (now) => showNotice(now, jump, 'warn'));
      else {
        const { pane, fid, filter, alongside } = jump;
        update(controller, (now) => {
          const next = jumped(now, pane, fid, filter);
          return alongside === undefined ? next : filterPreset(next, alongside.pane, alongside.filter);
        });
      }
      return;
    }
  }
}

/** For several marked rows together, or for one row. */
function formFor<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  effect: Extract<Effect<Rows[Name]>, { kind: 'form' }>,
): Form | null {
  const { several } = effect;
  const fids = several === undefined ? fidUnderCursor(state, name) : targetsIn(state, name).map(({ fid }) => fid);
  const rows = liveRows(state, name, fids);
  const [first] = rows;
  if (first === undefined) return null;
  const hidden = hiddenMarks(state, name);
  if (several === undefined || (rows.length === 1 && hidden === null)) return effect.open(first, liveContextOf(state));
  const note = hidden === null ? null : `${leftOutSentence(hidden)}.`;
  return several.open(rows, { production: state.connected.production, note });
}
