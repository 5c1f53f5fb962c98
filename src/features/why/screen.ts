import { toWidth, widthOf, wrapped } from '../../lib/width.ts';
import { isStatus, statusCell } from '../../resources/parts/status.ts';
import { closes, type Dialog } from '../../screen/dialogs/dialog.ts';
import { blankLine, type DialogLine, textLine, textLines } from '../../screen/dialogs/line.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { type Binding, transition } from '../../screen/keys/binding.ts';
import { scrollBindings } from '../../screen/keys/scroll-bindings.ts';
import { update } from '../../store/controller.ts';
import { dialogChanged, dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { keyNamed } from '../../store/key-names.ts';
import { nameOf, rowByFid } from '../../store/panes/row-detail.ts';
import { contextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Asked, explained } from './explanation.ts';
import { showWhyBid, showWhyInstance } from './panes.ts';
import { sinceText, timeText, toneOf } from './words.ts';

declare module '../../store/dialog-state.ts' {
  interface DialogStates {
    /** Why a row does not run; it follows what arrives. */
    readonly why: { readonly pane: 'bids' | 'instances'; readonly fid: string; readonly top: number };
  }
}

const scrolls = (by: number) =>
  transition((state) => dialogChanged(state, 'why', (dialog) => ({ ...dialog, top: Math.max(0, dialog.top + by) })));

const bindings: readonly Binding[] = [
  ...scrollBindings('why', scrolls, { verb: 'Move', letters: true, hint: null }),
  closes('why', ['Esc', 'q', 'Y', 'Enter'], 'Back to the list'),
];

/** Most other bids of the same type and region that are shown. */
const MAX_BESIDE = 8;
/** Width of the labels before the lines, in cells. */
const LABEL = 10;

function askedFor(state: ConsoleState, pane: 'bids' | 'instances', fid: string): Asked | null {
  if (pane === 'bids') {
    const row = rowByFid(state, 'bids', fid)?.row;
    return row === undefined ? null : { kind: 'bid', row };
  }
  const row = rowByFid(state, 'instances', fid)?.row;
  if (row === undefined) return null;
  return { kind: 'instance', row, bid: row.bid === null ? undefined : rowByFid(state, 'bids', row.bid)?.row };
}

const labelled = (label: string, text: string, width: number): readonly DialogLine[] =>
  wrapped(text, Math.max(10, width - LABEL)).map((line, n) => ({
    kind: 'text',
    segments: [{ text: (n === 0 ? label : '').padEnd(LABEL), tone: 'dim' }, { text: line }],
  }));

/** How sure a reason is, in words. */
const CERTAINTY = {
  certain: 'certain, by the lists and the journal',
  likely: 'a guess: the service gives no reasons; the lists and the journal point to this one',
  unknown: 'not known: the service gives no reasons',
} as const;

function linesOf(
  state: ConsoleState,
  { pane, fid }: { readonly pane: 'bids' | 'instances'; readonly fid: string },
  width: number,
): readonly DialogLine[] {
  const asked = askedFor(state, pane, fid);
  if (asked === null) return [textLine('It is gone from the list.', 'dim')];
  const { reason, sentence, certainty, since, help, past, journal } = explained(asked, state);
  const when = sinceText(since, state.now);
  return [
    ...textLines(sentence, width, reason === null ? 'good' : toneOf(reason) === 'dim' ? 'plain' : toneOf(reason)),
    blankLine,
    ...(reason === null ? [] : labelled('How sure', CERTAINTY[certainty], width)),
    ...(when === null ? [] : labelled('So since', when, width)),
    ...(help === null ? [] : labelled('May help', help, width)),
    ...(journal === null ? [] : labelled('Journal', journal, width)),
    ...besideLines(asked, state),
    ...(past.length === 0 ? [] : [blankLine, textLine('What happened', 'strong')]),
    ...past.map(
      ({ at, what }): DialogLine => ({
        kind: 'text',
        segments: [{ text: `${timeText(at, state.now)}  `, tone: 'dim' }, { text: what }],
      }),
    ),
  ];
}

/** The other bids of the same type and region, which are the evidence for what is said of the price. */
function besideLines(asked: Asked, state: ConsoleState): readonly DialogLine[] {
  const bid = asked.kind === 'bid' ? asked.row : asked.bid;
  if (bid === undefined) return [];
  const { rowsOf, glyphs } = contextOf(state);
  const others = [...rowsOf('bids').values()]
    .map(({ row }) => row)
    .filter(
      ({ fid, instance_type, region, status }) =>
        fid !== bid.fid &&
        instance_type === bid.instance_type &&
        region === bid.region &&
        !isStatus(status, 'terminated'),
    )
    .toSorted((a, b) => Number((b.limit_price?.amount?.micros ?? 0n) - (a.limit_price?.amount?.micros ?? 0n)));
  if (others.length === 0) return [];
  const shown = others.slice(0, MAX_BESIDE);
  const widest = Math.max(...shown.map(({ name, fid }) => widthOf(name || fid)));
  return [
    blankLine,
    textLine(`Your other bids of this type and region, of ${bid.limit_price?.text ?? 'no price'} here`, 'strong'),
    ...shown.map((other): DialogLine => {
      const { text, tone = 'plain' } = statusCell('bid', other.status, glyphs);
      const price = (other.limit_price?.text ?? glyphs.none).padStart(10);
      return {
        kind: 'text',
        segments: [{ text: `${toWidth(other.name || other.fid, widest)}  ${price}  ` }, { text, tone }],
      };
    }),
    ...(others.length > shown.length ? [textLine(`and ${others.length - shown.length} more`, 'dim')] : []),
  ];
}

const why: Dialog<'why'> = {
  kind: 'why',
  title: (state, { pane, fid }) => `Why: ${nameOf(state, pane, fid)}`,
  lines: (state, dialog, { width }) => linesOf(state, dialog, width),
  box: ({ top }) => ({ width: 96, top }),
  helpTitle: 'Why a row does not run',
  bindings,
};

const opens =
  (pane: 'bids' | 'instances') =>
  (state: ConsoleState, fid: string): ConsoleState =>
    dialogOpened(state, { kind: 'why', pane, fid, top: 0 });

export const screen = {
  moved: [
    {
      command: 'incidents',
      key: 'H',
      says: (state) =>
        `Incidents are lines of Activity (${keyNamed(state, 'pane-activity', '7')}); ${keyNamed(state, 'digest', 'W')} shows what is still out.`,
    },
  ],
  dialogs: { why },
  place: { after: 'filter' },
  works: [
    [showWhyBid, (controller, fid) => fid !== null && update(controller, (now) => opens('bids')(now, fid))],
    [showWhyInstance, (controller, fid) => fid !== null && update(controller, (now) => opens('instances')(now, fid))],
  ],
} satisfies ScreenParts;
