import { clockTime, shortDuration } from '../../lib/duration.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { wrapped } from '../../lib/width.ts';
import type { Tone } from '../../resources/cell.ts';
import { closes, type Dialog } from '../../screen/dialogs/dialog.ts';
import { blankLine, type DialogLine, type Segment, textLines } from '../../screen/dialogs/line.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { type Binding, transition } from '../../screen/keys/binding.ts';
import { scrollBindings } from '../../screen/keys/scroll-bindings.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogChanged, dialogClosed, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { formOpened } from '../../store/dialogs/form-state.ts';
import { visibleRows } from '../../store/lists/visible-rows.ts';
import { contextOf, liveContextOf } from '../../store/row-context.ts';
import { jumped } from '../../store/run-action.ts';
import { refusedWithoutService } from '../../store/shown-instead.ts';
import { type ConsoleState, drawnLists } from '../../store/state.ts';
import { moneyOf, spendOf } from '../money/known-money.ts';
import type { Spend } from '../money/spend-over.ts';
import { digestOf, spendWanted } from './digest.ts';
import { type DigestLine, type DigestRow, digestLines } from './digest-lines.ts';
import { getBack, whyNotBack } from './get-back.ts';
import { digestSince } from './opening.ts';
import type { DigestPart } from './part.ts';

declare module '../../store/dialog-state.ts' {
  interface DialogStates {
    /** What happened in a time; `away` when nobody looked in it, `at` is the index of the selected row. */
    readonly digest: {
      readonly parts: readonly DigestPart[];
      readonly away: boolean;
      readonly at: number;
      /** What its time cost, where it is about the past. */
      readonly spend?: Spend;
    };
  }
}

const moves = (by: number) =>
  transition((state) =>
    dialogChanged(state, 'digest', (dialog) => ({
      ...dialog,
      at: Math.max(0, Math.min(dialog.at + by, rowsIn(state, dialog).length - 1)),
    })),
  );

/** Goes to a row in its pane; for one that is gone, to its events. */
function wentTo(state: ConsoleState, { pane, fid, name }: DigestRow): ConsoleState {
  if (!drawnLists(state)[pane].rows.has(fid)) return jumped(state, 'activity', null, `"${name.replaceAll('"', ' ')}"`);
  return jumped(state, pane, fid, visibleRows(state, pane).indexOf(fid) >= 0 ? null : '');
}

const chosen = transition((state) => {
  const top = topDialog(state);
  const row = top?.kind === 'digest' ? rowsIn(state, top)[top.at] : undefined;
  const closed = dialogClosed(state);
  return row === undefined ? closed : wentTo(closed, row);
});

const bindings: readonly Binding[] = [
  ...scrollBindings('digest', moves, { verb: 'Move', letters: true, hint: null }),
  {
    id: 'digest-go',
    keys: ['Enter'],
    label: 'Go to the row, or to its events when it is gone',
    hint: 'go to',
    run: chosen,
  },
  {
    id: 'digest-back',
    keys: ['e'],
    label: 'Get them back: change the limit prices of bids that lost instances and are out',
    hint: 'get them back',
    disabled: (state) => {
      const top = topDialog(state);
      return top?.kind === 'digest' ? whyNotBack(state, top.parts) : null;
    },
    run: transition((state) => {
      const top = topDialog(state);
      if (top?.kind !== 'digest') return state;
      return dialogOpened(state, formOpened(getBack(state, top.parts), liveContextOf(state)));
    }),
  },
  closes('digest', ['Esc', 'q', 'W'], 'Back'),
];

const withoutJournal = (state: ConsoleState): string | null =>
  state.shownInstead?.hasJournal === true ? null : refusedWithoutService(state, 'it has no journal.');

async function opened(controller: Controller): Promise<void> {
  const { journal, recorded, store } = controller;
  const state = store.getState();
  const isPast = state.shownInstead !== null;
  const reading = (journal ?? recorded)?.digest?.(digestSince(state), isPast ? state.now : null);
  if (reading === undefined) {
    update(controller, (now) => showNotice(now, 'The journal is still being opened. Try again in a moment.', 'warn'));
    return;
  }
  const parts = await reading;
  const isSame = (now: ConsoleState): boolean =>
    now.dialogs === state.dialogs && now.shownInstead === state.shownInstead && now.connected === state.connected;
  update(controller, (now) => (isSame(now) ? dialogOpened(now, { kind: 'digest', parts, away: false, at: 0 }) : now));
  if (!isPast) return;
  const spend = await recorded?.digestCost?.(spendWanted(parts));
  if (spend == null) return;
  update(controller, (now) => dialogChanged(now, 'digest', (own) => (own.parts === parts ? { ...own, spend } : own)));
}

const digest: Dialog<'digest'> = {
  kind: 'digest',
  openFrom: {
    id: 'digest',
    keys: ['W'],
    label: 'What happened since the last absence, or in the last 8 hours',
    searchWords: [
      'summary',
      'overnight',
      'report',
      'missed',
      'happened',
      'absence',
      'yesterday',
      'lost',
      'incidents',
      'outage',
    ],
    names: ['digest'],
    hint: 'digest',
    hintLast: 50,
    scope: 'everywhere',
    disabled: withoutJournal,
    run: (controller) => void opened(controller),
  },
  title: ({ now }, { parts, away }) => {
    const since = shortDuration(now - Math.min(now, ...parts.map(({ time }) => time.from)));
    return away ? `While you were away: the last ${since}` : `What happened in the last ${since}`;
  },
  lines: (state, own, { width }) => linesOf(state, own, width),
  box: () => ({ width: 100 }),
  helpTitle: 'What happened',
  bindings,
};

export const screen = {
  dialogs: { digest },
  place: { after: 'sort' },
} satisfies ScreenParts;

type DigestState = DialogState<'digest'>;

const linesFor = memoizeLast((state: ConsoleState, own: DigestState): readonly DigestLine[] =>
  digestLines(digestOf(own.parts, costIn(state, own), contextOf(state)), {
    arrow: state.glyphs.arrow,
    now: state.now,
    safe: (text) => text,
  }),
);

/** The rows of a digest that the cursor can stand on. */
function rowsIn(state: ConsoleState, own: DigestState): readonly DigestRow[] {
  return linesFor(state, own).flatMap((line) => (line.kind === 'row' ? [line.row] : []));
}

/** A digest as lines: what happened in all, then a line for each row, most important first. */
function linesOf(state: ConsoleState, own: DigestState, width: number): readonly DialogLine[] {
  const lines = linesFor(state, own);
  const first = lines.findIndex(({ kind }) => kind === 'row');
  const head = first < 0 ? lines : lines.slice(0, first);
  let row = -1;
  return [
    ...head.flatMap((line) => (line.kind === 'sentence' ? textLines(line.text, width, line.tone) : [])),
    ...costPending(state, own, width),
    ...staleLines(state, width),
    ...(first < 0 ? [] : [blankLine]),
    ...lines.slice(head.length).flatMap((line): readonly DialogLine[] => {
      if (line.kind === 'sentence') return textLines(line.text, width, line.tone);
      row += 1;
      return rowLines(line, row === own.at, width, state.glyphs.cursor);
    }),
  ];
}

/** What the time of a digest cost; null while it is not read. */
function costIn(state: ConsoleState, { parts, spend }: Pick<DigestState, 'parts' | 'spend'>): Spend | null {
  const money = moneyOf(state);
  return spend ?? (money && spendOf(money, spendWanted(parts)));
}

/** Says that what the time cost is not known yet. */
function costPending(state: ConsoleState, own: DigestState, width: number): readonly DialogLine[] {
  if (costIn(state, own) !== null) return [];
  return textLines(`Cost: the journal is being read${state.glyphs.more}`, width, 'dim');
}

/** Says from when the shown state is when a list can't be read any more. */
function staleLines(state: ConsoleState, width: number): readonly DialogLine[] {
  const { bids, instances } = drawnLists(state);
  const stale = [bids, instances].filter(({ failure }) => failure !== null);
  const times = stale.flatMap(({ fetchedAt }) => fetchedAt ?? []);
  if (times.length === 0) return [];
  return textLines(`Bids or instances can't be read: now means ${clockTime(Math.min(...times))}.`, width, 'warn');
}

/** Blanks before the further lines of a row. */
const INDENT = 4;

function rowLines(
  { row, what, tone }: Extract<DigestLine, { kind: 'row' }>,
  cursor: boolean,
  width: number,
  mark: string,
): readonly DialogLine[] {
  const [title = '', ...more] = wrapped(`${row.name}: ${what}`, Math.max(1, width - INDENT));
  const named = title.startsWith(`${row.name}: `) ? row.name.length : 0;
  const line = (segments: readonly Segment[]): DialogLine => ({ kind: 'text', cursor, segments });
  return [
    line([
      { text: `${cursor ? mark : ' '}${title.slice(0, named)}`, tone: 'strong' as Tone },
      { text: title.slice(named), tone },
    ]),
    ...more.map((text) => line([{ text: `${' '.repeat(INDENT)}${text}`, tone }])),
  ];
}
