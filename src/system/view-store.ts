import { existsSync } from 'node:fs';
import * as z from 'zod';
import type { StoreApi } from 'zustand/vanilla';
import type { Cancel, Clock } from '../lib/clock.ts';
import { readTextFile, replaceFile } from '../lib/files.ts';
import { memoizeLast, once } from '../lib/memoize.ts';
import { describeError } from '../lib/os-error.ts';
import { jsonIn } from '../lib/values.ts';
import { withoutPeriod } from '../lib/words.ts';
import type { AllPanes } from '../resources/panes.ts';
import type { PaneName } from '../resources/rows.ts';
import { showNotice } from '../store/activity.ts';
import { changedPanes, currentLayouts, type PaneLayouts, screenChanged } from '../store/panes/saved-views.ts';
import type { ConsoleState } from '../store/state.ts';

/** Keys may repeat quickly. */
const DEBOUNCE_MS = 300;

const paneLayout = once(() =>
  z.object({
    sort: z.object({ column: z.string(), descending: z.boolean() }),
    columns: z.array(z.object({ id: z.string(), width: z.int().min(1).max(500).nullable() })).nullable(),
    group: z.string().nullable(),
  }),
);
const share = once(() => z.number().min(0).max(1));

const schemaFor = memoizeLast((paneNames: readonly PaneName[]) => {
  const Pane = z.enum(paneNames);
  const ScreenLayout = z.object({
    zoomed: z.boolean(),
    preview: z.boolean(),
    sizes: z.object({
      right: share().nullable(),
      heights: z.partialRecord(z.enum([...paneNames, 'preview']), share()),
    }),
  });
  const Profile = z.object({
    screen: ScreenLayout.optional(),
    panes: z.partialRecord(Pane, paneLayout()),
    views: z.array(paneLayout().extend({ name: z.string().min(1), pane: Pane, filter: z.string() })),
  });
  return z.object({
    version: z.literal(1),
    // In milliseconds since 1970.
    since: z.number().optional(),
    profiles: z.record(z.string(), Profile),
  });
});
type ViewsFile = z.output<ReturnType<typeof schemaFor>>;
type KnownPanes = Pick<AllPanes, 'paneNames'>;

const NOTHING: PaneLayouts = { panes: {}, views: [] };

/** @throws for a foreign file, left unchanged. */
function read({ paneNames }: KnownPanes, path: string): ViewsFile {
  let text: string;
  try {
    text = readTextFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { version: 1, profiles: {} };
    throw error;
  }
  const file = schemaFor(paneNames).safeParse(jsonIn(text));
  if (!file.success) throw new Error('it was not written by this version of spotdeck');
  return file.data;
}

/** @throws a reason when the file can't be read. */
export function loadLayouts(known: KnownPanes, path: string | null, profile: string): PaneLayouts {
  return path === null ? NOTHING : (read(known, path).profiles[profile] ?? NOTHING);
}

/** Now without a file, null if unknown. @throws as `loadLayouts`. */
export function usedSince(known: KnownPanes, path: string | null, now: number): number | null {
  if (path === null) return null;
  const { since = null, profiles } = read(known, path);
  return since ?? (Object.keys(profiles).length === 0 ? now : null);
}

type Changes = {
  readonly panes: ReadonlySet<PaneName>;
  readonly views: boolean;
  readonly screen: boolean;
};

const UNCHANGED: Changes = { panes: new Set(), views: false, screen: false };

/** Two consoles don't undo each other's changes. */
function write(
  known: KnownPanes,
  path: string,
  { layouts, profile, now }: { readonly layouts: PaneLayouts; readonly profile: string; readonly now: number },
  { panes, views, screen }: Changes,
): void {
  const file = read(known, path);
  const since = usedSince(known, path, now) ?? undefined;
  const own = file.profiles[profile] ?? NOTHING;
  const changed = known.paneNames.flatMap((name) => {
    const layout = layouts.panes[name];
    return panes.has(name) && layout !== undefined ? [[name, paneLayout().parse(layout)] as const] : [];
  });
  const saved = {
    screen: screen ? layouts.screen : own.screen,
    panes: { ...own.panes, ...Object.fromEntries(changed) },
    views: views ? layouts.views : own.views,
  };
  const next = { version: 1, since, profiles: { ...file.profiles, [profile]: saved } };
  replaceFile(path, `${JSON.stringify(next, null, 2)}\n`);
}

/** Returns the function to write the rest and stop. */
export function persistViews(store: StoreApi<ConsoleState>, clock: Pick<Clock, 'after'>, path: string | null): Cancel {
  if (path === null) return () => undefined;
  let changes = UNCHANGED;
  let cancel: Cancel | null = null;
  let warned = false;
  const flush = (): void => {
    if (cancel === null) return;
    cancel();
    cancel = null;
    const due = changes;
    changes = UNCHANGED;
    const state = store.getState();
    try {
      const { features, connected, now } = state;
      write(features, path, { layouts: currentLayouts(state), profile: connected.profile, now }, due);
    } catch (error) {
      if (!warned) store.setState(showNotice(store.getState(), notSavedMessage(path, error), 'warn'), true);
      warned = true;
    }
  };
  const stop = store.subscribe((state, before) => {
    const panes = changedPanes(before, state);
    const views = state.savedViews !== before.savedViews;
    const screen = screenChanged(before, state);
    if (panes.length === 0 && !views && !screen) return;
    changes = {
      panes: new Set([...changes.panes, ...panes]),
      views: changes.views || views,
      screen: changes.screen || screen,
    };
    cancel ??= clock.after(DEBOUNCE_MS, flush);
  });
  if (store.getState().newUntil > 0 && !existsSync(path)) cancel = clock.after(DEBOUNCE_MS, flush);
  return () => {
    stop();
    flush();
  };
}

export function notSavedMessage(path: string, error: unknown): string {
  return `Columns, views and sizes are not kept in ${path}: ${withoutPeriod(describeError(error))}.`;
}
