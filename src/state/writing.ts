import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../api/client.ts';
import type { FieldIssue, Outcome, ServiceError } from '../api/outcome.ts';
import { sentenceFor } from '../api/sentences.ts';
import type { Clock } from '../lib/clock.ts';
import { issuesOfRefusal } from '../resources/issues.ts';
import { readList } from '../resources/lists.ts';
import type { Rows, ServiceList } from '../resources/resource.ts';
import type { Write, Written, WrittenRow } from '../resources/write.ts';
import { type ConsoleState, type Notice, withList, withView } from './console.ts';
import { formRefused } from './forms.ts';
import { deed, happened, noticed } from './happened.ts';
import { keyNamed } from './key-names.ts';
import { rowAnswered } from './list.ts';
import type { Overlay } from './overlay.ts';
import { overlayOpened } from './overlays.ts';
import { writeAwaitsList, writeSent, writeSettled } from './pending.ts';
import { projectsOf } from './projects.ts';
import { undoable } from './undoing.ts';
import { viewSettled } from './views.ts';

/** How many writes are under way at once when many rows are changed together. */
const AT_ONCE = 8;
/** How many changes can be taken back one after the other. */
const UNDOS = 50;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly client: () => Client;
  readonly clock: Clock;
  readonly nextTurn: () => number;
  readonly poke: (list: ServiceList) => void;
};

/** How a write ended, and what it brought; `place` is what was shown when it left. */
type Settled = {
  readonly write: Write;
  readonly outcome: Outcome<Written, ServiceError>;
  readonly place: string;
};

/** Carries out writes: each is sent once, its row shows it as pending, and its outcome is told. */
export function createWriting(parts: Parts) {
  const { store, clock } = parts;
  let sent = 0;
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);

  const sendOne = async (write: Write): Promise<Settled> => {
    sent += 1;
    const id = sent;
    const at = clock.now();
    const place = placeOf(store.getState());
    change((state) => happened(writeSent(state, id, write, at), deed(id, write, at, 'sent', '')));
    const outcome = await write.send(parts.client());
    const turn = parts.nextTurn();
    change((state) => settled(state, { write, outcome, place }, id, at, turn, clock.now()));
    parts.poke(write.list);
    if (write.list === 'bids') parts.poke('instances');
    return { write, outcome, place };
  };

  const send = async (asked: readonly Write[]): Promise<readonly Write[]> =>
    sendAll(asked, { undoing: false, left: [] });

  const sendAll = async (asked: readonly Write[], tell: Telling): Promise<readonly Write[]> => {
    const busy = asked.filter((write) => isBusy(store.getState(), write));
    const writes = asked.filter((write) => !busy.includes(write));
    if (busy.length > 0) change((state) => heldBack(state, busy, tell));
    const queue = [...writes];
    const results: Settled[] = [];
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        results.push(await sendOne(next));
        if (writes.length > 1)
          change((state) => noticed(state, `${doing(writes)}: ${results.length} of ${writes.length}.`));
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, writes.length) }, worker));
    change((state) =>
      remarked(
        told(unmarked(tell.undoing ? withUndoLeft(state, results) : withUndo(state, results), results), results),
        tell.left,
      ),
    );
    return results.flatMap(({ write, outcome }) => (outcome.ok ? [write] : []));
  };

  const undo = async (asked: readonly Write[]): Promise<void> => {
    const place = placeOf(store.getState());
    const busy = asked.filter((write) => isBusy(store.getState(), write));
    const writes = asked.filter((write) => !busy.includes(write));
    if (busy.length > 0) change((state) => heldBack(state, busy, { undoing: true, left: [] }));
    if (writes.length === 0) return;
    change((state) => noticed(state, 'Reading the rows again before undoing.'));
    const bids = await readBids();
    // Nothing of this place can be undone from another.
    if (place !== placeOf(store.getState())) return;
    if (!bids.ok) {
      change((state) => undoKept(state, writes, bids.error));
      return;
    }
    // These rows are for judging alone: which of two lists is newer on screen is the poller's to know.
    const { left, kept } = undoable(writes, (fid) => bids.value.rows.get(fid)?.row);
    if (kept.length > 0) parts.poke('bids');
    if (left.length > 0) await sendAll(left, { undoing: true, left: kept });
    else change((state) => noticed(state, kept.join(' '), 'warn'));
  };

  const readBids = (): ReturnType<typeof readList<'bids'>> => {
    const progress = { signal: new AbortController().signal, onPage: () => undefined };
    return readList(parts.client(), 'bids', projectsOf(store.getState().connected), progress);
  };

  const submit = async (write: Write): Promise<void> => {
    if (isBusy(store.getState(), write)) {
      change((state) => formHeldBack(state, write));
      return;
    }
    const result = await sendOne(write);
    change((state) => formAnswered(withUndo(state, [result]), result));
  };

  return { send, undo, submit };
}

/** Whether what is sent takes changes back, and what is said of changes that were left alone. */
type Telling = { readonly undoing: boolean; readonly left: readonly string[] };

/** What was left alone is said after how the others ended. */
function remarked(state: ConsoleState, left: readonly string[]): ConsoleState {
  if (left.length === 0 || state.notice === null) return state;
  return { ...state, notice: { ...state.notice, text: [state.notice.text, ...left].join(' '), tone: 'warn' } };
}

/** The rows could not be read, so the undo waits to be tried again. */
function undoKept(state: ConsoleState, writes: readonly Write[], error: ServiceError): ConsoleState {
  const { what } = sentenceFor(error);
  const text = `Nothing was undone, because the rows could not be read again: ${what}`;
  return noticed({ ...state, undo: [...state.undo, writes].slice(-UNDOS) }, text, 'bad');
}

/** Profile and project: rows of one place are none of another, whatever they are called. */
const placeOf = ({ connected }: ConsoleState): string => JSON.stringify([connected.profile, connected.project]);

/** A row whose last change is still open takes no other: the answers could overtake each other, and the older one stand. */
function isBusy({ pending }: ConsoleState, { list, fid }: Write): boolean {
  return fid !== null && pending.some(({ write }) => write.list === list && write.fid === fid);
}

const stillOpen = ({ name }: Write): string => `The last change to ${name} is still in progress.`;

/** What was not sent is told; an undo among it can be tried again. */
function heldBack(state: ConsoleState, busy: readonly Write[], { undoing }: Telling): ConsoleState {
  const told = noticed(state, busy.map(stillOpen)[0] ?? '', 'warn');
  return undoing ? { ...told, undo: [...told.undo, busy].slice(-UNDOS) } : told;
}

function formHeldBack(state: ConsoleState, write: Write): ConsoleState {
  const why = `${stillOpen(write)} Send this one when it is over.`;
  return state.overlays.some(isSending) ? sentBack(state, [], why) : noticed(state, why, 'warn');
}

/** What worked loses its mark: what was refused stays marked, to be tried again. */
function unmarked(state: ConsoleState, results: readonly Settled[]): ConsoleState {
  return results.reduce((now, { write: { list, fid }, outcome }) => {
    const { marks } = now.views[list];
    if (!outcome.ok || fid === null || !marks.has(fid)) return now;
    return withView(now, list, { marks: new Set([...marks].filter((one) => one !== fid)) });
  }, state);
}

/** What worked can be taken back, unless another project is shown meanwhile. */
function withUndo(state: ConsoleState, results: readonly Settled[]): ConsoleState {
  const undo = results.flatMap(({ write, outcome, place }) =>
    outcome.ok && write.undo !== null && place === placeOf(state) ? [write.undo] : [],
  );
  return undo.length === 0 ? state : { ...state, undo: [...state.undo, undo].slice(-UNDOS) };
}

/** An undo that did not get through can be tried again; one that may have is not repeated. */
function withUndoLeft(state: ConsoleState, results: readonly Settled[]): ConsoleState {
  const left = results.flatMap(({ write, outcome, place }) =>
    outcome.ok || outcome.error.kind === 'not-found' || isUnknown(outcome.error) || place !== placeOf(state)
      ? []
      : [write],
  );
  return left.length === 0 ? state : { ...state, undo: [...state.undo, left].slice(-UNDOS) };
}

const doing = (writes: readonly Write[]): string => {
  const word = writes[0]?.doing ?? '';
  return `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;
};

/** What a write's end does to rows, pending writes and the activity list. */
function settled(
  state: ConsoleState,
  { write, outcome, place }: Settled,
  id: number,
  at: number,
  turn: number,
  now: number,
): ConsoleState {
  if (outcome.ok) {
    const done = happened(state, deed(id, write, at, 'done', ''));
    // A row of a project that is not shown any more has no place in the lists.
    if (place !== placeOf(state)) return done;
    if (outcome.value.kind === 'row') return rowWritten(writeSettled(done, id), outcome.value, turn, now);
    return writeAwaitsList(done, id, 'done', turn);
  }
  const { error } = outcome;
  if (error.kind === 'not-found' && write.goneIsFine) {
    return writeAwaitsList(happened(state, deed(id, write, at, 'done', ': already gone')), id, 'done', turn);
  }
  if (isUnknown(error)) {
    return writeAwaitsList(
      happened(state, deed(id, write, at, 'unknown', `: ${sentenceFor(error).what}`)),
      id,
      'unknown',
      turn,
    );
  }
  return happened(writeSettled(state, id), deed(id, write, at, 'refused', `: ${sentenceFor(error).what}`));
}

/** Errors by which a service that had the request says that it did not carry it out. */
const REFUSALS: readonly ServiceError['kind'][] = [
  'not-signed-in',
  'refused',
  'not-found',
  'conflict',
  'rate-limited',
  'redirected',
];

/** Whether a write may have been carried out although its answer is missing, did not end or can't be read. */
export function isUnknown(error: ServiceError): boolean {
  return error.reached === 'maybe' || (error.reached === 'yes' && !REFUSALS.includes(error.kind));
}

function rowWritten<Name extends ServiceList>(
  state: ConsoleState,
  { list, row }: WrittenRow<Name>,
  turn: number,
  now: number,
): ConsoleState {
  return viewSettled(withList(state, list, rowAnswered<Rows[Name]>(state.lists[list], row, turn, now)), list);
}

/** That a change can be undone, and what undoing it does not bring back; empty when none can. */
function undoOffered(state: ConsoleState, results: readonly Settled[]): string {
  const undo = results.flatMap(({ write, outcome }) => (outcome.ok && write.undo !== null ? [write.undo] : []));
  if (undo.length === 0) return '';
  const limits = undo.flatMap(({ takesBack }) => takesBack?.limits ?? [])[0];
  return ` Press ${keyNamed(state, 'undo', 'u')} to undo${limits === undefined ? '' : `: ${limits}`}.`;
}

/** Names of rows in a notice. */
const MOST_NAMED = 3;

/** The rows whose writes ended with one of these errors; of many the first few. */
function namesOf(results: readonly Settled[], errors: readonly ServiceError[]): string {
  const names = results.flatMap(({ write, outcome }) =>
    !outcome.ok && errors.includes(outcome.error) ? [write.name] : [],
  );
  const more = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** One sentence for all writes that went out together. */
function told(state: ConsoleState, results: readonly Settled[]): ConsoleState {
  const errors = results.flatMap(({ write, outcome }) =>
    outcome.ok || (outcome.error.kind === 'not-found' && write.goneIsFine) ? [] : [outcome.error],
  );
  const [only] = results;
  if (only === undefined) return state;
  const undo = undoOffered(state, results);
  const [unknown] = errors.filter(isUnknown);
  const failed = errors.filter((one) => !isUnknown(one));
  const error = failed[0] ?? unknown;
  if (error === undefined) {
    const gone = results.length === 1 && !only.outcome.ok;
    const text = gone
      ? `${only.write.name} was already gone.`
      : results.length === 1
        ? only.write.done
        : `Done: ${only.write.verb} ${results.length} of ${results.length}.`;
    return noticed(state, text + undo, 'good');
  }
  const { what, hint } = sentenceFor(error);
  const tone: Notice['tone'] = isUnknown(error) ? 'warn' : 'bad';
  const whether = isUnknown(error) ? ' The outcome is unknown; the next refresh shows it.' : '';
  if (results.length === 1)
    return noticed(
      state,
      `Could not ${only.write.verb} ${only.write.name}: ${what}${whether}${hint === null ? '' : ` ${hint}`}`,
      tone,
    );
  const parts = [
    `Done: ${only.write.verb} ${results.length - errors.length} of ${results.length}.`,
    ...(failed.length === 0 ? [] : [`${failed.length} failed (${namesOf(results, failed)}): ${what}`]),
    ...(unknown === undefined
      ? []
      : [`${errors.length - failed.length} unknown: ${sentenceFor(unknown).what} The next refresh shows them.`]),
  ];
  return noticed(state, parts.join(' ') + undo, tone);
}

/** A form's write ended: the form closes, gives way to a secret, or comes back with what was refused. */
function formAnswered(state: ConsoleState, result: Settled): ConsoleState {
  const { write, outcome } = result;
  const open = state.overlays.some(isSending);
  if (outcome.ok) {
    const closed = noticed(
      open ? { ...state, overlays: state.overlays.filter((overlay) => !isSending(overlay)) } : state,
      `${write.done}${undoOffered(state, [result])}`,
      'good',
    );
    if (outcome.value.kind !== 'secret') return closed;
    const step = { kind: 'shown', told: null, kept: 'not' } as const;
    return overlayOpened(closed, { kind: 'secret', secret: outcome.value.secret, step });
  }
  const { error } = outcome;
  const { what, hint } = sentenceFor(error);
  if (isUnknown(error)) {
    const text = `${what} The outcome is unknown, so it is not sent again. Check the list first.`;
    return open ? sentBack(state, [], text) : noticed(state, text, 'warn');
  }
  const fields = issuesOfRefusal(error, write.fid === null ? write.name : null);
  const said = fields.length > 0 ? null : `${what}${hint === null ? '' : ` ${hint}`}`;
  return open ? sentBack(state, fields, said) : noticed(state, `${what}`, 'bad');
}

/** The form whose write is under way; something may have been opened over it meanwhile, such as the question whether to quit. */
function isSending(overlay: Overlay): boolean {
  return overlay.kind === 'form' && overlay.step.kind === 'sending';
}

function sentBack(state: ConsoleState, fields: readonly FieldIssue[], said: string | null): ConsoleState {
  const overlays = state.overlays.map((overlay) =>
    overlay.kind === 'form' && isSending(overlay) ? formRefused(overlay, fields, said) : overlay,
  );
  return { ...state, overlays };
}
