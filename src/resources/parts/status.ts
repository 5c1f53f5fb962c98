import { shortDuration } from '../../lib/duration.ts';
import type { Cell, Context, DetailLine, Tone } from '../resource.ts';
import type { Signs } from './glyphs.ts';

type Known = { readonly sign: keyof Omit<Signs, 'box' | 'bars'>; readonly tone: Tone; readonly rank: number };

/**
 * Bid statuses that clients of such services have met, by lower-case name; `rank` orders trouble first. Only
 * `Open` is documented (section 3): any other value is shown as it came.
 */
const BID: Readonly<Record<string, Known>> = {
  preempting: { sign: 'warn', tone: 'bad', rank: 0 },
  relocating: { sign: 'busy', tone: 'warn', rank: 1 },
  open: { sign: 'open', tone: 'busy', rank: 3 },
  allocated: { sign: 'on', tone: 'good', rank: 4 },
  paused: { sign: 'rest', tone: 'dim', rank: 5 },
  terminated: { sign: 'bad', tone: 'dim', rank: 6 },
};

/** The same for instances, without the prefix `STATUS_`; only `STATUS_RUNNING` is documented. */
const INSTANCE: Readonly<Record<string, Known>> = {
  error: { sign: 'bad', tone: 'bad', rank: 0 },
  preempting: { sign: 'warn', tone: 'bad', rank: 0 },
  preempted: { sign: 'bad', tone: 'bad', rank: 1 },
  relocating: { sign: 'busy', tone: 'warn', rank: 1 },
  replaced: { sign: 'bad', tone: 'warn', rank: 1 },
  new: { sign: 'busy', tone: 'busy', rank: 3 },
  confirmed: { sign: 'busy', tone: 'busy', rank: 3 },
  scheduled: { sign: 'busy', tone: 'busy', rank: 3 },
  initializing: { sign: 'busy', tone: 'busy', rank: 3 },
  starting: { sign: 'busy', tone: 'busy', rank: 3 },
  running: { sign: 'on', tone: 'good', rank: 4 },
  stopping: { sign: 'busy', tone: 'warn', rank: 5 },
  stopped: { sign: 'rest', tone: 'dim', rank: 5 },
  paused: { sign: 'rest', tone: 'dim', rank: 5 },
  terminated: { sign: 'bad', tone: 'dim', rank: 6 },
};

/** Values nobody knows sort between trouble and what waits. */
const UNKNOWN_RANK = 2;

export type StatusKind = 'bid' | 'instance';

/** The word shown for a status: known ones in lower case, unknown ones as they came, none as a dash. */
export function statusWord(kind: StatusKind, status: string | null): string {
  if (status === null || status === '') return '';
  const word = kind === 'instance' ? status.replace(/^STATUS_/, '') : status;
  return knownStatus(kind, status) === undefined ? word : word.toLowerCase();
}

export function statusCell(kind: StatusKind, status: string | null, signs: Signs): Cell {
  if (status === null || status === '') return { text: signs.none, tone: 'dim' };
  const known = knownStatus(kind, status);
  const word = statusWord(kind, status);
  return known === undefined
    ? { text: `${signs.dot} ${word}`, tone: 'plain' }
    : { text: `${signs[known.sign]} ${word}`, tone: known.tone };
}

/** The status of a row, and about how long it has left when it is being preempted. */
export function statusWithClock(
  kind: StatusKind,
  row: { readonly fid: string; readonly status: string | null },
  context: Context,
): Cell {
  const cell = statusCell(kind, row.status, context.signs);
  const clock = isStatus(row.status, 'preempting') ? context.preemption(row.fid) : null;
  return clock === null ? cell : { ...cell, text: `${cell.text} ~${shortDuration(clock.leftMs)}` };
}

/** How long a preempted row has left, as a sentence for its detail; null when it is not being preempted. */
export function preemptionLine(
  row: { readonly fid: string; readonly status: string | null },
  context: Context,
): DetailLine | null {
  const clock = isStatus(row.status, 'preempting') ? context.preemption(row.fid) : null;
  if (clock === null) return null;
  const less =
    clock.slackMs === null
      ? 'it may have started much earlier'
      : `it may have started up to ${shortDuration(Math.max(1000, clock.slackMs))} earlier`;
  return {
    label: 'Time left',
    tone: 'bad',
    text: `about ${shortDuration(clock.leftMs)}, counted from when it was first seen; ${less}`,
  };
}

/** Sorts trouble first, then by word. */
export function statusRank(kind: StatusKind, status: string | null): string {
  return `${knownStatus(kind, status)?.rank ?? UNKNOWN_RANK} ${statusWord(kind, status)}`;
}

const plainNames = new Map<string, string>();
/** A service has a dozen statuses; one that makes up more is not remembered for ever. */
const MOST_NAMES = 100;

/** A status in lower case without its prefix. It is asked for of every row at every poll. */
function plainName(status: string): string {
  const known = plainNames.get(status);
  if (known !== undefined) return known;
  const plain = status.replace(/^STATUS_/, '').toLowerCase();
  if (plainNames.size >= MOST_NAMES) plainNames.clear();
  plainNames.set(status, plain);
  return plain;
}

/** Whether a status is, as far as anybody knows, the named one. */
export function isStatus(status: string | null, name: string): boolean {
  return status !== null && plainName(status) === name;
}

/** Whether clients of such services have met a status. */
export function isKnownStatus(kind: StatusKind, status: string): boolean {
  return knownStatus(kind, status) !== undefined;
}

function knownStatus(kind: StatusKind, status: string | null): Known | undefined {
  const table = kind === 'bid' ? BID : INSTANCE;
  const name = (kind === 'instance' ? (status ?? '').replace(/^STATUS_/, '') : (status ?? '')).toLowerCase();
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
