import * as z from 'zod';
import { CONNECT_FAULTS, type ListWarning, type ServiceError, type UnreadableRow } from '../../../api/result.ts';
import { serviceLists } from '../../../resources/index.ts';
import type { ActivityRow } from '../../../resources/rows.ts';
import type { ListFailure } from '../../../store/list.ts';

/**
 * A recording is a file of JSON lines: a header, then in order of time places, lists, parts of lists, rows answered to
 * writes, failed polls and actions. Rows patch the list before: `[from, count]` repeats rows, an object is a new or
 * changed row. First pages of an incomplete list are left out. Milliseconds since 1970. Version 1 had whole lists
 * alone, without sequence.
 */
export const FORMAT = 2;

export const Beginning = z.object({ spotdeck: z.literal('recording'), version: z.int() });

/** Milliseconds since 1970, in years with four digits. */
const time = z
  .number()
  .min(0)
  .max(Date.UTC(9999, 11, 31, 23, 59, 59));
/** In milliseconds. */
const duration = z.number().min(0).max(1e12);

const RecordedPlace = z.object({
  profile: z.string(),
  /** New resources are created in the first. */
  projects: z.array(z.string()).min(1),
  origin: z.string(),
  demo: z.boolean(),
  names: z.array(z.tuple([z.string(), z.string()])),
  preemptionMs: duration,
});
export type RecordedPlace = z.output<typeof RecordedPlace>;

const Run = z.tuple([z.int().min(0), z.int().min(1)]);
const ListPatch = z.union([Run, z.looseObject({})]);
export type ListPatch = z.output<typeof ListPatch>;

const pane = z.enum(serviceLists);
const warning = z.enum(['cursor-repeated', 'page-limit', 'rows-repeated']) satisfies z.ZodType<ListWarning>;
const unreadable = z.object({
  fid: z.string().nullable(),
  why: z.string(),
  raw: z.string(),
}) satisfies z.ZodType<UnreadableRow>;

const reached = z.enum(['no', 'maybe', 'yes']);
const said = z.string().nullable();
const waitMs = duration.nullable();
const why = z.enum(CONNECT_FAULTS);

const Failure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unreachable'), reached, why, where: z.string() }),
  z.object({ kind: z.literal('timeout'), reached, afterMs: duration }),
  z.object({ kind: z.literal('aborted'), reached }),
  z.object({ kind: z.literal('not-signed-in'), reached, status: z.literal([401, 403]), said }),
  z.object({ kind: z.literal('no-token'), reached }),
  z.object({
    kind: z.literal('refused'),
    reached,
    status: z.int(),
    said,
    fields: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })),
  }),
  z.object({ kind: z.literal('not-found'), reached, said }),
  z.object({ kind: z.literal('conflict'), reached, said }),
  z.object({ kind: z.literal('rate-limited'), reached, waitMs, said }),
  z.object({ kind: z.literal('server-fault'), reached, status: z.int(), waitMs, said }),
  z.object({ kind: z.literal('unreadable-answer'), reached, why: z.string() }),
  z.object({
    kind: z.literal('redirected'),
    reached,
    to: z.string(),
    // Missing in earlier versions.
    service: z.string().nullable().default(null),
    isWrite: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('plain-http'), reached, where: z.string() }),
  z.object({ kind: z.literal('read-only'), reached }),
]) satisfies z.ZodType<ServiceError>;

const fault = z.object({
  error: Failure,
  since: time,
  tryAt: time.nullable(),
}) satisfies z.ZodType<ListFailure>;

const action = z.object({ kind: z.literal('noted'), by: z.string(), verb: z.string(), list: pane });

const Noted = z.object({
  fid: z.string(),
  at: time,
  since: time.nullable(),
  from: z.enum(['here', 'journal']),
  who: z.enum(['operator', 'service']),
  outcome: z.enum(['sent', 'done', 'refused', 'unknown', 'seen', 'lost']),
  what: z.string(),
  about: z.object({ pane, fid: z.string() }).nullable(),
  name: z.string().default(''),
  reason: z.string().nullable().default(null),
  kind: action.nullable().default(null),
  place: z
    .object({ profile: z.string(), projects: z.array(z.string()) })
    .nullable()
    .default(null),
}) satisfies z.ZodType<Omit<ActivityRow, 'events' | 'isCut' | 'seen'>>;

/** Rows of a first list that arrived after its request. */
const NewerRows = z.object({ asked: time, sequence: z.int(), until: z.int().optional(), rows: z.array(Run) });
export type NewerRows = z.output<typeof NewerRows>;

/**
 * Judgements on rows: times of the doubted ones' requests; and for confirmed changes when first seen, and the time
 * before.
 */
const judged = {
  doubts: z.record(z.string(), z.number()).default({}),
  confirmed: z.record(z.string(), z.tuple([z.number(), z.number().nullable()])).default({}),
};

/**
 * Every line but the header. `asked` is the time of the request, `sequence` its place among the console's requests,
 * `until` the place of its arrival, `size` the list's rows afterwards.
 */
export const RecordLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), at: time, place: RecordedPlace }),
  z.object({
    kind: z.literal('list'),
    at: time,
    list: pane,
    asked: time,
    sequence: z.int().nullable().default(null),
    until: z.int().optional(),
    rows: z.array(ListPatch),
    newer: z.array(NewerRows).default([]),
    pages: z.int().default(1),
    warnings: z.array(warning).default([]),
    unreadable: z.array(unreadable).default([]),
    ...judged,
  }),
  z.object({
    kind: z.literal('part'),
    at: time,
    list: pane,
    asked: time,
    sequence: z.int(),
    until: z.int().optional(),
    rows: z.array(ListPatch),
    gone: z.array(z.string()).default([]),
    size: z.int().min(0),
    ...judged,
  }),
  z.object({
    kind: z.literal('answered'),
    at: time,
    list: pane,
    sequence: z.int(),
    rows: z.array(ListPatch),
    size: z.int().min(0),
  }),
  z.object({ kind: z.literal('failed'), at: time, list: pane, fault }),
  z.object({ kind: z.literal('done'), at: time, noted: Noted }),
]);
export type RecordLine = z.output<typeof RecordLine>;

/** Whether they show the same rows, so that lists go on as patches. */
export function sameRows(a: RecordedPlace | null, b: RecordedPlace): boolean {
  return a !== null && rowsKey(a) === rowsKey(b);
}

export const rowsKey = ({ profile, projects }: RecordedPlace): string => [profile, ...projects].join('\n');
