import * as z from 'zod';
import type { EventPayload, JournalEvent } from '../changes/change-event.ts';

/** A note that something was sent, and never how it ended, is one whose console ended before. */
const ENDED_BEFORE_MS = 10 * 60_000;

const Json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
});

const Entry = z.object({
  id: z.int(),
  key: z.string().nullable(),
  at: z.int(),
  since: z.int().nullable(),
  by: z.string(),
  told: Json,
});

/** An entry as it was kept; none when it was written by something else. */
export function eventIn(row: unknown, of: EventPayload, now: number): JournalEvent[] {
  const read = Entry.safeParse(row);
  const content = of.safeParse(read.data?.told);
  if (!read.success || !content.success) return [];
  const { id, key, at, since, by } = read.data;
  const told = content.data;
  const entry = { id, key: key ?? `seen:${id}`, at, since, by };
  if (told.kind === 'seen' || told.outcome !== 'sent' || now - at < ENDED_BEFORE_MS) return [{ ...entry, told }];
  return [{ ...entry, told: { ...told, outcome: 'unknown', what: `${told.what}: outcome unknown` } }];
}
