import type { Bid } from '../contract/bid.ts';
import { textBufferOf } from '../lib/text-buffer.ts';
import { confirmationNeeded, pauseImpact, resumeImpact } from '../resources/bids/confirm.ts';
import { whyChanged } from '../resources/bids/writes.ts';
import type { UndoOf, Write } from '../resources/write.ts';
import { showNotice } from './activity.ts';
import { dialogOpened } from './dialogs/dialog-stack.ts';
import { liveContextOf } from './row-context.ts';
import type { ConsoleState } from './state.ts';

/** Most lines of the dialog. */
const MAX_LINES = 12;

/** Splits undoing writes into those that may still be sent, and a sentence for each of the others. */
export function stillUndoable(
  writes: readonly Write[],
  bidNow: (fid: string) => Bid | undefined,
): { readonly left: readonly Write[]; readonly kept: readonly string[] } {
  const checked = writes.map((write) => {
    const now = write.fid === null ? undefined : bidNow(write.fid);
    return { write, why: write.undoOf === null ? null : whyChanged(now, write.undoOf.expected) };
  });
  return {
    left: checked.flatMap(({ write, why }) => (why === null ? [write] : [])),
    kept: checked.flatMap(({ write, why }) => (why === null ? [] : [`${write.name} is left as it is: ${why}.`])),
  };
}

/**
 * Opens the dialog that undoes the last change and shows its writes. Rows that changed since are left as they are and named;
 * when all did, there is no dialog and the change can no longer be undone.
 */
export function undoAsked(state: ConsoleState): ConsoleState {
  const writes = state.undo.at(-1);
  if (writes === undefined) return state;
  const { left, kept } = stillUndoable(writes, (fid) => state.lists.bids.rows.get(fid)?.row);
  if (left.length === 0) return showNotice({ ...state, undo: state.undo.slice(0, -1) }, kept[0] ?? '', 'warn');
  const lines = [
    ...left.map((write) => ({ text: `${write.name}: ${undoText(write)}` })),
    ...kept.map((text) => ({ text, tone: 'warn' as const })),
  ];
  const more = lines.length - MAX_LINES;
  const limits = left.flatMap(({ undoOf }) => undoOf?.limits ?? [])[0];
  return dialogOpened(state, {
    kind: 'confirm',
    confirmation: {
      title: left.length === 1 ? 'Undo' : `Undo ${left.length} changes`,
      lines: [
        ...lines.slice(0, MAX_LINES),
        ...(more > 0 ? [{ text: `and ${more} more` }] : []),
        ...(limits === undefined
          ? []
          : [{ text: `${limits[0]?.toUpperCase() ?? ''}${limits.slice(1)}.`, tone: 'warn' as const }]),
      ],
      typed: isCountTyped(state, left) ? String(left.length) : null,
    },
    writes: left,
    undoing: true,
    hidden: null,
    for: null,
    editor: textBufferOf(''),
    wrong: null,
  });
}

/** Whether an undo needs the count typed, as the key of the same change would. */
function isCountTyped(state: ConsoleState, writes: readonly Write[]): boolean {
  const context = liveContextOf(state);
  const bidsOf = (effect: UndoOf['effect']): readonly Bid[] =>
    writes.flatMap(({ undoOf, fid }) =>
      undoOf?.effect === effect && fid !== null ? (context.rowOf('bids', fid)?.row ?? []) : [],
    );
  const affected = pauseImpact(bidsOf('pauses'), context).affected + resumeImpact(bidsOf('resumes'), context).affected;
  const { confirm, production } = state.connected;
  return confirmationNeeded({ affected }, { confirm, production, alone: true }) === 'typed-count';
}

const undoText = ({ undoOf, verb }: Write): string => undoOf?.text ?? verb;
