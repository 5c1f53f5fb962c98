import * as z from 'zod';
import type { EventPayload, JournalEvent } from '../changes/change-event.ts';
import { hasEnded } from './writer-id.ts';

/** Age in milliseconds at which a sent action without an outcome belongs to a program that has ended, also one of another machine. */
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
  payload: Json,
});

/** Parses a stored event; none when another program wrote it. */
export function parseEvents(row: unknown, of: EventPayload, now: number): JournalEvent[] {
  const read = Entry.safeParse(row);
  const content = of.safeParse(read.data?.payload);
  if (!read.success || !content.success) return [];
  const { id, key, at, since, by } = read.data;
  const payload = content.data;
  const entry = { id, key: key ?? `seen:${id}`, at, since, by };
  if (payload.kind === 'seen' || payload.outcome !== 'sent' || (now - at < ENDED_BEFORE_MS && !hasEnded(by)))
    return [{ ...entry, payload }];
  return [{ ...entry, payload: { ...payload, outcome: 'unknown', what: `${payload.what}: outcome unknown` } }];
}
