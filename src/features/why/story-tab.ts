import type { JournalEvent } from '../../changes/change-event.ts';
import { shortDuration } from '../../lib/duration.ts';
import { isServiceList } from '../../resources/index.ts';
import type { RowPage, RowTab } from '../../screen/dialogs/dialog.ts';
import { blankLine, textLine } from '../../screen/dialogs/line.ts';
import { type Binding, transition } from '../../screen/keys/binding.ts';
import { type Controller, rowEvents, update, withRemote } from '../../store/controller.ts';
import type { RowEvents, RowRef } from '../../store/dialog-state.ts';
import { dialogChanged, topDialog } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';
import { spanBeside, spanFor } from '../money/picture.ts';
import { serviceHistories } from './service-history.ts';
import { firstSpan } from './story/history.ts';
import { eventLine, type StoryEvent, storyEvents, stripLines } from './story/lines.ts';
import { reasonLines } from './story/reason-lines.ts';

declare module '../../store/dialog-state.ts' {
  interface RowTabViews {
    /** `spanMs`: the shown time before now, in milliseconds. */
    readonly story: { readonly rowEvents: RowEvents; readonly spanMs: number };
  }
}

const ID = 'story';

export const isStoryOpen = ({ dialogs }: Pick<ConsoleState, 'dialogs'>): boolean =>
  dialogs.some((dialog) => dialog.kind === 'row-page' && dialog.tab === ID);

const sameRow = (page: RowPage, { pane, fid }: RowRef): boolean => page.pane === pane && page.fid === fid;

/** Unless the row's page is closed by now. */
export function storyRead(state: ConsoleState, row: RowRef, events: RowEvents): ConsoleState {
  const bid = row.pane === 'bids' ? state.lists.bids.rows.get(row.fid)?.row : undefined;
  const first = bid === undefined ? spanFor(Number.POSITIVE_INFINITY) : firstSpan(bid, events, state.now);
  const dialogs = state.dialogs.map((dialog) =>
    dialog.kind === 'row-page' && sameRow(dialog, row)
      ? {
          ...dialog,
          views: { ...dialog.views, story: { rowEvents: events, spanMs: dialog.views.story?.spanMs ?? first } },
        }
      : dialog,
  );
  return { ...state, dialogs };
}

function readStory(controller: Controller, row: RowRef): void {
  const read = async (): Promise<void> => {
    const events = await rowEvents(controller, row);
    update(controller, (now) => storyRead(now, row, events));
  };
  const hasJournal = (): boolean => controller.journal !== null || controller.recorded !== null;
  if (hasJournal()) {
    void read();
    return;
  }
  const stop = controller.store.subscribe(({ dialogs }) => {
    const isOpen = dialogs.some((dialog) => dialog.kind === 'row-page' && sameRow(dialog, row));
    if (isOpen && !hasJournal()) return;
    stop();
    if (isOpen) void read();
  });
}

const eventsOf = (state: ConsoleState, { pane, fid, views: { story } }: RowPage): readonly StoryEvent[] =>
  story === undefined ? [] : storyEvents(state, story.rowEvents, story.spanMs, pane === 'bids' ? fid : null);

/** The cursor stays on its event when the service tells more; with none in the shown time that of the newest is shown. */
export function storyHistoryArrived(state: ConsoleState, before: ConsoleState): ConsoleState {
  const dialogs = state.dialogs.map((dialog) => {
    if (dialog.kind !== 'row-page' || dialog.tab !== ID) return dialog;
    if (eventsOf(state, dialog).length === 0)
      return serviceHistories(before).has(dialog.fid) ? dialog : showLastEvent(state, dialog);
    if (dialog.at === 0) return dialog;
    const under = eventsOf(before, dialog)[dialog.at];
    const at =
      under === undefined
        ? -1
        : eventsOf(state, dialog).findIndex((one) => one.at === under.at && one.what.startsWith(under.what));
    return at < 0 ? dialog : { ...dialog, at };
  });
  return dialogs.every((dialog, n) => dialog === state.dialogs[n]) ? state : { ...state, dialogs };
}

function showLastEvent(state: ConsoleState, page: RowPage): RowPage {
  const last = serviceHistories(state).get(page.fid)?.events.at(-1);
  const { story } = page.views;
  if (last === undefined || story === undefined || page.pane !== 'bids') return page;
  return { ...page, views: { ...page.views, story: { ...story, spanMs: spanFor(state.now - last.at) } } };
}

/** The bids whose story is on screen: of a row's page, or of an instance's. */
export const bidsInStory = ({ dialogs, lists }: ConsoleState): readonly string[] =>
  dialogs.flatMap((dialog) => {
    if (dialog.kind !== 'row-page' || dialog.tab !== ID) return [];
    if (dialog.pane === 'bids') return dialog.fid;
    return dialog.pane === 'instances' ? (lists.instances.rows.get(dialog.fid)?.row.bid ?? []) : [];
  });

/** Adds new events to the open story of their row; it may have some already. */
export function storyEventsAdded(state: ConsoleState, events: readonly JournalEvent[]): ConsoleState {
  const added = (page: RowPage): RowPage => {
    const { story } = page.views;
    if (story === undefined) return page;
    const last = story.rowEvents.events.at(-1)?.id ?? 0;
    const own = events.filter(
      ({ id, payload }) =>
        id > last && payload.kind === 'seen' && (payload.fid === page.fid || payload.bid === page.fid),
    );
    if (own.length === 0) return page;
    const rowEvents = { ...story.rowEvents, events: [...story.rowEvents.events, ...own] };
    const next = { ...page, views: { ...page.views, story: { ...story, rowEvents } } };
    // The cursor stays on its event; on the newest it follows.
    const more = eventsOf(state, next).length - eventsOf(state, page).length;
    return { ...next, at: page.at === 0 ? 0 : page.at + more };
  };
  const dialogs = state.dialogs.map((dialog) => (dialog.kind === 'row-page' ? added(dialog) : dialog));
  return dialogs.every((dialog, n) => dialog === state.dialogs[n]) ? state : { ...state, dialogs };
}

const zooms = (by: 1 | -1) =>
  transition((state) =>
    dialogChanged(state, 'row-page', (page) => {
      const { story } = page.views;
      if (story === undefined) return page;
      return { ...page, at: 0, views: { ...page.views, story: { ...story, spanMs: spanBeside(story.spanMs, by) } } };
    }),
  );

function eventUnderCursor(state: ConsoleState): StoryEvent | undefined {
  const top = topDialog(state);
  return top?.kind === 'row-page' ? eventsOf(state, top)[top.at] : undefined;
}

const bindings: readonly Binding[] = [
  {
    id: 'story-event',
    keys: ['Enter'],
    label: 'Go back in time to the event',
    hint: 'go back to it',
    disabled: (state) => (eventUnderCursor(state) === undefined ? 'There is no event in this time.' : null),
    run: (controller) => {
      const { now } = controller.store.getState();
      const event = eventUnderCursor(controller.store.getState());
      if (event !== undefined) withRemote(controller, ({ toPast }) => toPast?.(now - event.at));
    },
  },
  { id: 'story-longer', keys: ['-'], label: 'Zoom out: up to 90 days', hint: 'longer', run: zooms(1) },
  { id: 'story-shorter', keys: ['+', '='], label: 'Zoom in: down to 30 seconds', hint: 'closer', run: zooms(-1) },
];

/** The reason, the states over time, and the events of a row. */
export const storyTab: RowTab = {
  id: ID,
  title: 'Story',
  order: 20,
  isOf: isServiceList,
  openFrom: {
    id: 'story',
    keys: ['h'],
    label: 'Story: why it is so, and what happened',
    names: ['why', 'history', 'story'],
    searchWords: ['reason', 'stuck', 'waiting', 'outbid', 'cause', 'explain', 'timeline', 'past'],
    hint: 'story',
    formerly: { ids: ['bid-history', 'bid-why', 'instance-why'], keys: ['Y'] },
  },
  shown: readStory,
  titleWords: (_, { views: { story } }) => (story === undefined ? '' : ` in the last ${shortDuration(story.spanMs)}`),
  items: (state, page) => eventsOf(state, page).length,
  lines: (state, page, { width, height }) => {
    const { glyphs, lists, now } = state;
    const { story } = page.views;
    const reason = reasonLines(state, page, width);
    if (story === undefined) return [...reason, textLine(`${glyphs.busy} Reading the journal${glyphs.more}`, 'dim')];
    const bid = page.pane === 'bids' ? lists.bids.rows.get(page.fid)?.row : undefined;
    const events = eventsOf(state, page);
    return [
      ...reason,
      ...(bid === undefined ? [] : stripLines(state, bid, story.rowEvents, story.spanMs, { width, height })),
      textLine(
        events.length === 0 ? `Nothing was seen to happen in the last ${shortDuration(story.spanMs)}.` : 'Events',
        'strong',
      ),
      ...events.map((event, n) => ({ ...eventLine(event, now, n === page.at), inView: n > 0 && n === page.at })),
      ...(events.length === 0 ? [blankLine] : []),
    ];
  },
  bindings,
};
