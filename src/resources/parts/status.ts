import { shortDuration } from '../../lib/duration.ts';
import type { Cell, Tone } from '../cell.ts';
import type { Context } from '../context.ts';
import type { DetailLine } from '../resource.ts';
import type { Glyphs } from './glyphs.ts';

type StatusStyle = { readonly glyph: keyof Omit<Glyphs, 'box' | 'bars'>; readonly tone: Tone; readonly rank: number };

/**
 * Bid statuses that clients of such services have met, by lower-case name; `rank` orders trouble first. Only
 * `Open` is documented (section 3): any other value is shown as it came.
 */
const BID: Readonly<Record<string, StatusStyle>> = {
  preempting: { glyph: 'warn', tone: 'bad', rank: 0 },
  relocating: { glyph: 'busy', tone: 'warn', rank: 1 },
  open: { glyph: 'open', tone: 'busy', rank: 3 },
  allocated: { glyph: 'on', tone: 'good', rank: 4 },
  paused: { glyph: 'rest', tone: 'dim', rank: 5 },
  terminated: { glyph: 'bad', tone: 'dim', rank: 6 },
};

/** The same for instances, without the prefix `STATUS_`; only `STATUS_RUNNING` is documented. */
const INSTANCE: Readonly<Record<string, StatusStyle>> = {
  error: { glyph: 'bad', tone: 'bad', rank: 0 },
  preempting: { glyph: 'warn', tone: 'bad', rank: 0 },
  preempted: { glyph: 'bad', tone: 'bad', rank: 1 },
  relocating: { glyph: 'busy', tone: 'warn', rank: 1 },
  replaced: { glyph: 'bad', tone: 'warn', rank: 1 },
  new: { glyph: 'busy', tone: 'busy', rank: 3 },
  confirmed: { glyph: 'busy', tone: 'busy', rank: 3 },
  scheduled: { glyph: 'busy', tone: 'busy', rank: 3 },
  initializing: { glyph: 'busy', tone: 'busy', rank: 3 },
  starting: { glyph: 'busy', tone: 'busy', rank: 3 },
  running: { glyph: 'on', tone: 'good', rank: 4 },
  stopping: { glyph: 'busy', tone: 'warn', rank: 5 },
  stopped: { glyph: 'rest', tone: 'dim', rank: 5 },
  paused: { glyph: 'rest', tone: 'dim', rank: 5 },
  terminated: { glyph: 'bad', tone: 'dim', rank: 6 },
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

export function statusCell(kind: StatusKind, status: string | null, glyphs: Glyphs): Cell {
  if (status === null || status === '') return { text: glyphs.none, tone: 'dim' };
  const known = knownStatus(kind, status);
  const word = statusWord(kind, status);
  return known === undefined
    ? { text: `${glyphs.dot} ${word}`, tone: 'plain' }
    : { text: `${glyphs[known.glyph]} ${word}`, tone: known.tone };
}

/** The status of a row, and about how long it has left when it is being preempted. */
export function statusWithClock(
  kind: StatusKind,
  row: { readonly fid: string; readonly status: string | null },
  context: Context,
): Cell {
  const cell = statusCell(kind, row.status, context.glyphs);
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
const MAX_NAMES = 100;

/** A status in lower case without its prefix. It is asked for of every row at every poll. */
function plainName(status: string): string {
  const known = plainNames.get(status);
  if (known !== undefined) return known;
  const plain = status.replace(/^STATUS_/, '').toLowerCase();
  if (plainNames.size >= MAX_NAMES) plainNames.clear();
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

function knownStatus(kind: StatusKind, status: string | null): StatusStyle | undefined {
  const table = kind === 'bid' ? BID : INSTANCE;
  const name = (kind === 'instance' ? (status ?? '').replace(/^STATUS_/, '') : (status ?? '')).toLowerCase();
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
