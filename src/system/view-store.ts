import * as z from 'zod';
import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../lib/clock.ts';
import { reason } from '../lib/os-error.ts';
import { replaceFile } from '../lib/private-file.ts';
import { readTextFile } from '../lib/regular-file.ts';
import { paneNames } from '../resources/index.ts';
import { noticed } from '../state/activity.ts';
import { type Arranged, arrangedNow, rearranged } from '../state/panes/saved-views.ts';
import type { ConsoleState } from '../state/state.ts';

/** Keys may repeat quickly; the file is written once they rest. */
const REST_MS = 300;

const Arrangement = z.object({
  sort: z.object({ column: z.string(), descending: z.boolean() }),
  columns: z.array(z.object({ id: z.string(), width: z.int().min(1).max(500).nullable() })).nullable(),
  group: z.string().nullable(),
});
const Pane = z.enum(paneNames);
const Profile = z.object({
  panes: z.partialRecord(Pane, Arrangement),
  views: z.array(Arrangement.extend({ name: z.string().min(1), pane: Pane, filter: z.string() })),
});
const ArrangementsFile = z.object({ version: z.literal(1), profiles: z.record(z.string(), Profile) });
type ArrangementsFile = z.output<typeof ArrangementsFile>;

const NOTHING: Arranged = { panes: {}, views: [] };

/** What the file has; nothing where there is no file yet. @throws when it is not one of ours, which is then left alone. */
function read(path: string): ArrangementsFile {
  let text: string;
  try {
    text = readTextFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { version: 1, profiles: {} };
    throw error;
  }
  const file = ArrangementsFile.safeParse(jsonOf(text));
  if (!file.success) throw new Error('it was not written by this version of spotdeck');
  return file.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** How a profile's panes were arranged, and its saved views. @throws a reason when the file can't be read. */
export function arrangedBefore(path: string | null, profile: string): Arranged {
  return path === null ? NOTHING : (read(path).profiles[profile] ?? NOTHING);
}

/** What has changed since the file was written: panes by name, and whether the views have. */
type Changes = { readonly panes: ReadonlySet<(typeof paneNames)[number]>; readonly views: boolean };

/** Only what was changed here is written, so that two consoles don't undo each other. */
function write(path: string, profile: string, now: Arranged, { panes, views }: Changes): void {
  const file = read(path);
  const own = file.profiles[profile] ?? NOTHING;
  const changed = paneNames.flatMap((name) => {
    const arrangement = now.panes[name];
    return panes.has(name) && arrangement !== undefined ? [[name, Arrangement.parse(arrangement)] as const] : [];
  });
  const kept = {
    panes: { ...own.panes, ...Object.fromEntries(changed) },
    views: views ? now.views : own.views,
  };
  replaceFile(path, `${JSON.stringify({ version: 1, profiles: { ...file.profiles, [profile]: kept } }, null, 2)}\n`);
}

/** Keeps in a file how the panes are arranged and the saved views, by profile. Answers with what writes the rest and ends it. */
export function keepArrangements(
  store: StoreApi<ConsoleState>,
  clock: Pick<Clock, 'after'>,
  path: string | null,
): Cancel {
  if (path === null) return () => undefined;
  let changes: Changes = { panes: new Set(), views: false };
  let cancel: Cancel | null = null;
  let warned = false;
  const flush = (): void => {
    if (cancel === null) return;
    cancel();
    cancel = null;
    const due = changes;
    changes = { panes: new Set(), views: false };
    const state = store.getState();
    try {
      write(path, state.connected.profile, arrangedNow(state), due);
    } catch (error) {
      if (!warned) store.setState(noticed(store.getState(), notKept(path, error), 'warn'), true);
      warned = true;
    }
  };
  const stop = store.subscribe((state, before) => {
    const panes = rearranged(before, state);
    const views = state.savedViews !== before.savedViews;
    if (panes.length === 0 && !views) return;
    changes = { panes: new Set([...changes.panes, ...panes]), views: changes.views || views };
    cancel ??= clock.after(REST_MS, flush);
  });
  return () => {
    stop();
    flush();
  };
}

/** What the operator is told when the arrangements can't be kept or read. */
export function notKept(path: string, error: unknown): string {
  return `Columns and views are not kept in ${path}: ${reason(error).replace(/\.$/, '')}.`;
}
