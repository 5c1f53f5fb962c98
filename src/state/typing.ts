import type { Editor } from '../lib/editor.ts';
import type { ConsoleState } from './console.ts';
import { fieldIn, formTyped } from './forms.ts';
import type { FormOverlay, Overlay } from './overlay.ts';
import { overlayChanged, topOverlay } from './overlays.ts';
import { filterTyped } from './views.ts';

/** The text that has the cursor, and whether it may have several lines. */
export type TextInFocus = { readonly editor: Editor; readonly lines: 'one' | 'several' };

/** The text that printable keys go to; null when no text field has the focus and keys are commands. */
export function textInFocus(state: ConsoleState): TextInFocus | null {
  const top = topOverlay(state);
  return top === undefined ? null : textOfOverlay(top);
}

function textOfOverlay(overlay: Overlay): TextInFocus | null {
  switch (overlay.kind) {
    case 'filter':
    case 'palette':
    case 'help':
    case 'output':
    case 'switch':
    case 'sign-in':
      return { editor: overlay.editor, lines: 'one' };
    case 'confirm':
      return overlay.confirmation.typed === null ? null : { editor: overlay.editor, lines: 'one' };
    case 'secret':
      return overlay.step.kind === 'saving' ? { editor: overlay.step.editor, lines: 'one' } : null;
    case 'form':
      return textOfForm(overlay);
    case 'detail':
    case 'history':
    case 'requests':
    case 'columns':
    case 'run':
    case 'runs':
    case 'exposure':
    case 'copy':
    case 'quit':
      return null;
  }
}

function textOfForm(form: FormOverlay): TextInFocus | null {
  if (form.step.kind === 'fields')
    return { editor: form.editor, lines: fieldIn(form).kind === 'block' ? 'several' : 'one' };
  if (form.step.kind === 'review' && form.step.retype !== null) return { editor: form.step.editor, lines: 'one' };
  return null;
}

/** The text in focus becomes what was typed; what follows from it (a filter's rows, an error that is out of date) follows at once. */
export function textTyped(state: ConsoleState, editor: Editor): ConsoleState {
  const top = topOverlay(state);
  switch (top?.kind) {
    case 'filter':
      return filterTyped(
        overlayChanged(state, 'filter', (overlay) => ({ ...overlay, editor })),
        top.pane,
        editor.before + editor.after,
      );
    case 'palette':
      return overlayChanged(state, 'palette', (overlay) => ({ ...overlay, editor, at: 0 }));
    case 'output':
      return overlayChanged(state, 'output', (overlay) => ({ ...overlay, editor, fromEnd: 0 }));
    case 'help':
      return overlayChanged(state, 'help', (overlay) => ({ ...overlay, editor, top: 0 }));
    case 'confirm':
      return overlayChanged(state, 'confirm', (overlay) => ({ ...overlay, editor, wrong: null }));
    case 'switch':
      return overlayChanged(state, 'switch', (overlay) => ({ ...overlay, editor, at: 0, wrong: null }));
    case 'sign-in':
      return overlayChanged(state, 'sign-in', (overlay) => ({ ...overlay, editor, wrong: null }));
    case 'secret':
      return overlayChanged(state, 'secret', (overlay) =>
        overlay.step.kind === 'saving' ? { ...overlay, step: { ...overlay.step, editor, wrong: null } } : overlay,
      );
    case 'form':
      return overlayChanged(state, 'form', (overlay) =>
        overlay.step.kind === 'review'
          ? { ...overlay, step: { ...overlay.step, editor, wrong: null } }
          : formTyped(overlay, editor),
      );
    default:
      return state;
  }
}
