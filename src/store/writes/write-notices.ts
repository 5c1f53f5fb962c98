import { errorMessage } from '../../api/error-messages.ts';
import { issuesOfError } from '../../api/field-issues.ts';
import type { FieldIssue, ServiceError } from '../../api/result.ts';
import { capitalized, counted } from '../../lib/words.ts';
import { serviceResources } from '../../resources/index.ts';
import { secretOf, writtenRow } from '../../resources/made.ts';
import { otherPlace } from '../../resources/rows.ts';
import type { Write } from '../../resources/write.ts';
import { describeOutcome, type OutcomeDescription, outcomeSentence, pastOf } from '../../resources/write-outcome.ts';
import { showNotice } from '../activity.ts';
import type { OpenDialog } from '../dialog-state.ts';
import { dialogOpened } from '../dialogs/dialog-stack.ts';
import { formRefused } from '../dialogs/form-state.ts';
import { rowSelected } from '../panes/cursor.ts';
import { type ConsoleState, keyNamed, type Notice, placeOf } from '../state.ts';
import type { FinishedWrite } from './finished-write.ts';
import { isShown, stillInProgress, undoable } from './pending-writes.ts';

const NAME_LIMIT = 3;

const TONES = { done: 'good', refused: 'bad', unknown: 'warn' } as const satisfies Record<string, Notice['tone']>;

export function progressNoticed(
  state: ConsoleState,
  writes: readonly Write[],
  finished: readonly FinishedWrite[],
): ConsoleState {
  const [first] = finished;
  const sentence = `${capitalized(writes[0]?.pendingLabel ?? '')}: ${finished.length} of ${writes.length}.`;
  return showNotice(state, first === undefined ? sentence : placed(state, first, sentence));
}

export function describedWrite(
  state: ConsoleState,
  finished: FinishedWrite,
): Pick<OutcomeDescription, 'text' | 'hint'> {
  const { text, hint } = describeOutcome(finished.write, finished.outcome);
  return { text: placed(state, finished, text), hint };
}

export function finishNoticed(state: ConsoleState, finished: readonly FinishedWrite[]): ConsoleState {
  const [only] = finished;
  if (only === undefined) return state;
  const undo = undoOffer(state, finished);
  if (finished.length === 1) {
    const description = describeOutcome(only.write, only.outcome);
    return showNotice(state, placed(state, only, outcomeSentence(description)) + undo, TONES[description.kind]);
  }
  const ended = finished.map(({ write, outcome }) => ({ name: write.name, ...describeOutcome(write, outcome) }));
  const refused = ended.filter(({ kind }) => kind === 'refused');
  const unknown = ended.filter(({ kind }) => kind === 'unknown');
  const done = ended.length - refused.length - unknown.length;
  const parts = [
    `${capitalized(pastOf(only.write.verb))} ${done} of ${counted(ended.length, serviceResources[only.write.list].one)}.`,
    ...refused.slice(0, 1).map(({ reason }) => `${refused.length} failed (${namesOf(refused)}): ${reason}`),
    ...unknown.slice(0, 1).map(({ reason }) => `${unknown.length} unknown: ${reason} The next refresh shows them.`),
  ];
  const tone = refused.length > 0 ? 'bad' : unknown.length > 0 ? 'warn' : 'good';
  return showNotice(state, placed(state, only, parts.join(' ')) + undo, tone);
}

/** Names the profile and project when others are shown. */
function placed(state: ConsoleState, { place }: FinishedWrite, sentence: string): string {
  const { connected } = state;
  const other = otherPlace(place, { ...placeOf(state), aliases: connected.aliases });
  return other === null ? sentence : `In ${other}: ${sentence}`;
}

function namesOf(rows: readonly { readonly name: string }[]): string {
  const more = rows.length - NAME_LIMIT;
  return [...rows.slice(0, NAME_LIMIT).map(({ name }) => name), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** Says what undo does not bring back; empty when nothing can be undone. */
function undoOffer(state: ConsoleState, finished: readonly FinishedWrite[]): string {
  const undo = finished.flatMap(({ write, outcome }) =>
    outcome.kind === 'made' && write.undo !== null ? [write.undo] : [],
  );
  if (undo.length === 0) return '';
  if (finished.some(({ place }) => !isShown(state, place)))
    return ` Switch back with ${keyNamed(state, 'switch', 'P')} to undo it.`;
  const limits = undo.flatMap(({ undoOf }) => undoOf?.limits ?? [])[0];
  return ` Press ${keyNamed(state, 'undo', 'u')} to undo${limits === undefined ? '' : `; ${limits}`}.`;
}

export function unsentSentence(writes: readonly Write[]): string {
  const names = namesOf(writes);
  const [first] = writes;
  return `${writes.length === 1 ? '1 change was' : `${writes.length} changes were`} not sent: ${first?.verb ?? ''} ${names}.`;
}

export function leftNoticed(state: ConsoleState, left: readonly string[]): ConsoleState {
  if (left.length === 0 || state.notice === null) return state;
  return { ...state, notice: { ...state.notice, text: [state.notice.text, ...left].join(' '), tone: 'warn' } };
}

/** The undo can be tried again. */
export function undoFailed(state: ConsoleState, writes: readonly Write[], error: ServiceError): ConsoleState {
  const { what } = errorMessage(error);
  const text = `Nothing was undone, because the rows could not be read again: ${what}`;
  return showNotice(undoable(state, writes, state.now), text, 'bad');
}

export function heldBack(state: ConsoleState, [first]: readonly Write[]): ConsoleState {
  return first === undefined ? state : showNotice(state, stillInProgress(first.name), 'warn');
}

/** Reopens the form of a busy row. */
export function formHeldBack(state: ConsoleState, { name }: Write): ConsoleState {
  const why = `${stillInProgress(name)} Send this one when it is over.`;
  return state.dialogs.some(isSending) ? sentBack(state, [], why) : showNotice(state, why, 'warn');
}

/** The form closes, is replaced by a secret, or shows the issues. */
export function formAnswered(state: ConsoleState, finished: FinishedWrite): ConsoleState {
  const { write, outcome } = finished;
  const isOpen = state.dialogs.some(isSending);
  const description = describeOutcome(write, outcome);
  const secret = secretOf(outcome);
  // A secret comes only once, whatever else the answer says.
  if (outcome.kind === 'made' || secret !== null) {
    const dialogs = isOpen ? state.dialogs.filter((dialog) => !isSending(dialog)) : state.dialogs;
    const text = placed(state, finished, outcomeSentence(description)) + undoOffer(state, [finished]);
    const shown = isOpen ? onNewRow({ ...state, dialogs }, finished) : { ...state, dialogs };
    const closed = showNotice(shown, text, TONES[description.kind]);
    if (secret === null) return closed;
    const step = { kind: 'shown', message: null, kept: 'not' } as const;
    return dialogOpened(closed, { kind: 'secret', secret, step });
  }
  const { kind, reason, text, hint } = description;
  if (!isOpen) return showNotice(state, placed(state, finished, outcomeSentence(description)), TONES[kind]);
  const fields = outcome.kind === 'refused' ? issuesOfError(outcome.error, write.fid === null ? write.name : null) : [];
  // The title of the form already names the row.
  return sentBack(state, fields, fields.length > 0 ? null : outcomeSentence({ text: reason ?? text, hint }));
}

/** The operator waited for the new row. */
function onNewRow(state: ConsoleState, { write, outcome }: FinishedWrite): ConsoleState {
  const written = writtenRow(outcome);
  if (write.fid !== null || written === null) return state;
  const { list } = written;
  const { fid } = written.row.row;
  return state.lists[list].rows.has(fid) ? rowSelected(state, list, fid) : state;
}

/** Another dialog may be open over it. */
function isSending(dialog: OpenDialog): boolean {
  return dialog.kind === 'form' && dialog.step.kind === 'sending';
}

function sentBack(state: ConsoleState, fields: readonly FieldIssue[], refusal: string | null): ConsoleState {
  const dialogs = state.dialogs.map((dialog) =>
    dialog.kind === 'form' && isSending(dialog) ? formRefused(dialog, fields, refusal) : dialog,
  );
  return { ...state, dialogs };
}
