import type { Context, ContextSource, OfBid, PendingChange } from '../resources/context.ts';
import { instancesByBid } from '../resources/parts/joins.ts';
import { hasMore, unreadRows } from './list.ts';
import { timeLeftOf } from './preemption.ts';
import { type ConsoleState, drawnLists, type Lists, projectsOf } from './state.ts';

declare module '../resources/context.ts' {
  interface ContextSource {
    readonly state: ConsoleState;
    readonly lists: Lists;
  }
}

const NONE: OfBid = { all: [], running: 0, charged: 0 };

let last: { readonly state: ConsoleState; readonly context: Context } | null = null;

/** What cells and actions read of a state; one object for each state. */
export function contextOf(state: ConsoleState): Context {
  if (last?.state === state) return last.context;
  const context = contextWith(state, drawnLists(state));
  last = { state, context };
  return context;
}

export function liveContextOf(state: ConsoleState): Context {
  return state.frozen === null ? contextOf(state) : contextWith(state, state.lists);
}

function contextWith(state: ConsoleState, lists: Lists): Context {
  const source: ContextSource = { now: state.now, state, lists };
  const context: Context = {
    now: state.now,
    profile: state.connected.profile,
    project: state.connected.project,
    projects: projectsOf(state.connected),
    budget: state.connected.budget,
    aliases: state.connected.aliases,
    glyphs: state.glyphs,
    rowsOf: (name) => lists[name].rows,
    rowOf: (name, fid) => lists[name].rows.get(fid),
    instancesOf: (bid) => instancesByBid(lists.instances).get(bid) ?? NONE,
    isRead: (name) => lists[name].fetchedAt !== null,
    unreadableIn: (name) => unreadRows(lists[name]),
    hasMore: (name) => hasMore(lists[name]),
    pending: (fid) => pendingOf(state, lists, context, fid),
    preemption: (fid) => timeLeftOf(state, fid),
    raisedFrom: (fid) => state.raised.get(fid) ?? null,
    localSshKeys: state.localSshKeys,
    signedInWith: ({ fid }) => state.ownApiKeys.has(fid),
    remarks: state.features.remarks,
    own: (value, ...input) => value.of(source, ...input),
  };
  return context;
}

/** A change missing from all lists is said to go on for so long, in milliseconds. */
const GOES_ON_MS = 5000;

/** Nothing once its answer or a list shows the write and no answer disagrees. */
function pendingOf(state: ConsoleState, lists: Lists, context: Context, fid: string): PendingChange | null {
  const last = state.pending.findLast(({ write }) => write.fid === fid);
  if (last === undefined) return null;
  const { write, at, endedAt } = last;
  const { pendingLabel, price, verb, list } = write;
  if (last.state === 'sending' || last.state === 'unknown')
    return { label: last.state === 'unknown' ? `${pendingLabel}?` : pendingLabel, acceptedMs: null, price };
  const isShown = state.features.panes[list].verdictOn?.(write, context)?.succeeded !== false;
  if (isShown && !lists[list].doubts.has(fid)) return null;
  const acceptedMs = state.now - (endedAt ?? at);
  return acceptedMs < GOES_ON_MS
    ? { label: pendingLabel, acceptedMs: null, price }
    : { label: verb, acceptedMs, price };
}
