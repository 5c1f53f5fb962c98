import { shortDuration } from '../../lib/duration.ts';
import { memoizeTexts } from '../../lib/memoize.ts';
import { capitalized } from '../../lib/words.ts';
import type { Cell, Tone } from '../cell.ts';
import type { Context, TimeLeft } from '../context.ts';
import type { Glyphs } from '../glyphs.ts';
import type { DetailLine } from '../resource.ts';

type StatusStyle = { readonly glyph: keyof Omit<Glyphs, 'box' | 'bars'>; readonly tone: Tone; readonly rank: number };

/** Waiting or being set up; ended for good, grey because nothing of it can be saved. */
const SETTING_UP = 3;
const OVER = 6;

/** `rank` orders trouble first. Only `Open` is documented (section 3); any other is shown as it came. */
const BID: Readonly<Record<string, StatusStyle>> = {
  preempting: { glyph: 'warn', tone: 'bad', rank: 0 },
  relocating: { glyph: 'busy', tone: 'warn', rank: 1 },
  open: { glyph: 'open', tone: 'busy', rank: SETTING_UP },
  allocated: { glyph: 'on', tone: 'good', rank: 4 },
  paused: { glyph: 'rest', tone: 'dim', rank: 5 },
  terminated: { glyph: 'bad', tone: 'dim', rank: OVER },
};

/** Without the prefix `STATUS_`; only `STATUS_RUNNING` is documented. */
const INSTANCE: Readonly<Record<string, StatusStyle>> = {
  error: { glyph: 'bad', tone: 'bad', rank: 0 },
  preempting: { glyph: 'warn', tone: 'bad', rank: 0 },
  preempted: { glyph: 'bad', tone: 'dim', rank: OVER },
  relocating: { glyph: 'busy', tone: 'warn', rank: 1 },
  replaced: { glyph: 'bad', tone: 'dim', rank: OVER },
  new: { glyph: 'busy', tone: 'busy', rank: SETTING_UP },
  confirmed: { glyph: 'busy', tone: 'busy', rank: SETTING_UP },
  scheduled: { glyph: 'busy', tone: 'busy', rank: SETTING_UP },
  initializing: { glyph: 'busy', tone: 'busy', rank: SETTING_UP },
  starting: { glyph: 'busy', tone: 'busy', rank: SETTING_UP },
  running: { glyph: 'on', tone: 'good', rank: 4 },
  stopping: { glyph: 'busy', tone: 'warn', rank: 5 },
  stopped: { glyph: 'rest', tone: 'dim', rank: 5 },
  paused: { glyph: 'rest', tone: 'dim', rank: 5 },
  terminated: { glyph: 'bad', tone: 'dim', rank: OVER },
};

/** In the spelling of the service, as its documented `Open`. */
export const bidStatuses: readonly string[] = Object.keys(BID).map(capitalized);

/** A known status in any case, any other as typed. */
export function bidStatusAsSent(typed: string): string {
  return bidStatuses.find((status) => status.toLowerCase() === typed.toLowerCase()) ?? typed;
}

/** Between trouble and waiting. */
const UNKNOWN_RANK = 2;

export type StatusKind = 'bid' | 'instance';

/** A known status in lower case, an unknown one as it came. */
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

/** Room for the widest time left, kept while nothing is preempted. */
const WITH_CLOCK = '! preempting ~59s'.length;
const OVERDUE = 'overdue';
export const STATUS_ROOM = { width: '! preemp… ~59s'.length, maxWidth: WITH_CLOCK, reserves: WITH_CLOCK };

/** With the approximate time left of a preemption. */
export function statusWithClock(
  kind: StatusKind,
  row: { readonly fid: string; readonly status: string | null },
  context: Context,
): Cell {
  const cell = statusCell(kind, row.status, context.glyphs);
  const left = isStatus(row.status, 'preempting') ? context.preemption(row.fid) : null;
  if (left === null || left.kind === 'unknown') return cell;
  const end = left.kind === 'overdue' ? OVERDUE : `~${shortDuration(left.leftMs)}`;
  return { ...cell, text: `${cell.text} ${end}`, end };
}

export function preemptionLine(
  row: { readonly fid: string; readonly status: string | null },
  context: Context,
): DetailLine | null {
  const left = isStatus(row.status, 'preempting') ? context.preemption(row.fid) : null;
  return left === null ? null : { label: 'Time left', tone: 'bad', text: timeLeftText(left) };
}

function timeLeftText(left: TimeLeft): string {
  switch (left.kind) {
    case 'known':
      return `about ${shortDuration(left.leftMs)}, or up to ${shortDuration(Math.max(1000, left.slackMs))} less`;
    case 'overdue':
      return `none: it should have ended ${shortDuration(left.byMs)} ago`;
    case 'unknown':
      return 'unknown: it began before it was first seen';
  }
}

/** Trouble first, then by word. */
export function statusRank(kind: StatusKind, status: string | null): string {
  return `${knownStatus(kind, status)?.rank ?? UNKNOWN_RANK} ${statusWord(kind, status)}`;
}

/** Read for every row at every poll. A service has a dozen. */
const plainName = memoizeTexts((status) => status.replace(/^STATUS_/, '').toLowerCase(), 100);

/** In any case, with or without the prefix. */
export function isStatus(status: string | null, name: string): boolean {
  return status !== null && plainName(status) === name;
}

export function isKnownStatus(kind: StatusKind, status: string): boolean {
  return knownStatus(kind, status) !== undefined;
}

/** Being set up, as far as its status is known. */
export const isStarting = (status: string | null): boolean => knownStatus('instance', status)?.rank === SETTING_UP;

function knownStatus(kind: StatusKind, status: string | null): StatusStyle | undefined {
  const table = kind === 'bid' ? BID : INSTANCE;
  const name = (kind === 'instance' ? (status ?? '').replace(/^STATUS_/, '') : (status ?? '')).toLowerCase();
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
