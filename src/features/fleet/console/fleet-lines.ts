import { memoizeLast } from '../../../lib/memoize.ts';
import { cut, toWidth, widthOf } from '../../../lib/width.ts';
import { counted } from '../../../lib/words.ts';
import type { Tone } from '../../../resources/cell.ts';
import type { Room } from '../../../screen/dialogs/dialog.ts';
import { blankLine, type DialogLine, type Segment, textLine, textLines } from '../../../screen/dialogs/line.ts';
import type { DialogState } from '../../../store/dialog-state.ts';
import { contextOf } from '../../../store/row-context.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { ALL, type Change, isByRule, keyOfChange } from '../plan/change.ts';
import { changeWords, costLine, labelOf, lineOf, remarkText, signOf, whyStays } from '../plan/words.ts';
import { type FleetView, fleetView, moved } from './fleet-view.ts';
import { drawnComparison, fileNameOf, knownFleetOf } from './known-fleet.ts';

type Own = DialogState<'fleet'>;

const DETAIL_LINES = { least: 3, most: 6 };
const SMALL = 12;
const LINE_WIDTH = 11;
const WIDE = 64;
/** Most problems and most lines of the last run on screen. */
const MOST_SAID = 4;

export function fleetLines(state: ConsoleState, own: Own, room: Room): readonly DialogLine[] {
  const comparison = drawnComparison(state);
  if (comparison.kind === 'no-file')
    return textLines(
      'No fleet file is set. Write fleet = "fleet.toml" in the profile of the config file. docs/fleet.md explains what is in one, and spotdeck export prints one.',
      room.width,
    );
  if (comparison.kind === 'not-compared') {
    const tone = comparison.because === 'waits' ? 'plain' : 'bad';
    return comparison.lines.flatMap((line) => textLines(line, room.width, tone));
  }
  const view = fleetView(state, own);
  if (view === null) return [];
  const head = headLines(state, view, room.width);
  const run = runLines(state, room.width);
  const { changes } = view.plan;
  if (changes.length === 0)
    return [...head, ...textLines(`Nothing differs from ${comparison.file.path}.`, room.width, 'good'), ...run];
  const details = sized(detailLines(state, own, view, room.width), room);
  const page = Math.max(1, room.height - head.length - run.length - details.length - 1);
  const middle = view.at >= 0 ? view.at : own.at;
  const from = Math.max(0, Math.min(middle - Math.floor(page / 2), changes.length - page));
  const labels = Math.min(Math.floor(room.width / 3), labelWidth(changes));
  return [
    ...head,
    ...changes
      .slice(from, from + page)
      .map((change, n) => differenceLine(state, own, change, from + n, { labels, width: room.width })),
    blankLine,
    ...details,
    ...run,
  ];
}

const labelWidth = memoizeLast((changes: readonly Change[]): number =>
  changes.reduce((widest, change) => Math.max(widest, widthOf(labelOf(change))), 0),
);

/** Keeps the height steady while the cursor moves; a small screen has one line. */
function sized(lines: readonly DialogLine[], { height }: Room): readonly DialogLine[] {
  if (height < SMALL) return lines.slice(0, 1);
  const blanks = Array.from({ length: Math.max(0, DETAIL_LINES.least - lines.length) }, () => blankLine);
  return [...lines.slice(0, DETAIL_LINES.most), ...blanks];
}

function headLines(state: ConsoleState, { plan, marked }: FleetView, width: number): readonly DialogLine[] {
  const { problems, changes } = plan;
  const context = contextOf(state);
  const known = knownFleetOf(state);
  const name = known.kind === 'none' ? '' : fileNameOf(known);
  const wrong = problems
    .slice(0, MOST_SAID)
    .flatMap((problem) => textLines(`${name}${remarkText(problem)}`, width, 'bad'));
  const more = problems.length > MOST_SAID ? [textLine(`And ${problems.length - MOST_SAID} more.`, 'bad')] : [];
  if (changes.length === 0) return [...wrong, ...more];
  const cost = marked.length === 0 ? null : costLine(plan, context);
  const sums = [
    `${marked.length} of ${counted(changes.length, 'difference')} marked`,
    ...(cost === null ? [] : [cost]),
  ];
  return [...wrong, ...more, textLine(cut(sums.join('   '), width), marked.length === 0 ? 'dim' : 'accent')];
}

const TONES: Readonly<Record<string, Tone>> = { '+': 'good', '~': 'accent', '!': 'warn', '?': 'dim', '-': 'bad' };

type Widths = { readonly labels: number; readonly width: number };

function differenceLine(
  state: ConsoleState,
  { cursor, marks }: Own,
  change: Change,
  at: number,
  { labels, width }: Widths,
): DialogLine {
  const key = keyOfChange(change);
  const isMarked = marks.has(key);
  const stays = whyStays(change);
  const mark = stays !== null ? '    ' : isMarked ? '[x] ' : '[ ] ';
  const sign = signOf(change, { ...ALL, chosen: marks });
  const label = cut(labelOf(change), labels);
  const line = lineOf(change);
  const where = line === null || width < WIDE ? '' : `  line ${line}`.padStart(LINE_WIDTH);
  const words = changeWords(change, isMarked && stays === null, contextOf(state));
  const left = Math.max(0, width - mark.length - 2 - labels - 2 - (width < WIDE ? 0 : LINE_WIDTH));
  const segments: readonly Segment[] = [
    { text: mark, tone: isMarked ? 'accent' : 'dim' },
    { text: `${sign} `, tone: TONES[sign] ?? 'plain' },
    { text: `${label}${' '.repeat(Math.max(0, labels - widthOf(label)))}  `, tone: 'strong' },
    {
      text: toWidth(words, left, 'left', state.glyphs.more),
      tone: isByRule(change) || stays !== null ? 'dim' : 'plain',
    },
    { text: where, tone: 'dim' },
  ];
  return { kind: 'text', segments, cursor: key === cursor, click: (now) => moved(now, () => at) };
}

function detailLines(state: ConsoleState, own: Own, { plan, at }: FleetView, width: number): readonly DialogLine[] {
  const change = plan.changes[at];
  if (change === undefined) return textLines('This no longer differs. Move to another difference.', width, 'warn');
  const stays = whyStays(change);
  const context = contextOf(state);
  const line = lineOf(change);
  const words = changeWords(change, stays === null && own.marks.has(keyOfChange(change)), context);
  const warnings = plan.warnings.filter((warning) => warning.line !== null && isOf(change, warning.line));
  return [
    ...textLines(`${labelOf(change)}: ${words}${line === null ? '' : ` (line ${line})`}`, width),
    ...(stays === null ? [] : textLines(stays, width, 'warn')),
    ...warnings.flatMap(({ text }) => textLines(`Careful: ${text}`, width, 'warn')),
  ];
}

function isOf(change: Change, line: number): boolean {
  const lines =
    change.kind === 'create-volume' ? change.file.lines : 'wanted' in change ? change.wanted.file.lines : null;
  return lines !== null && [...lines.values()].includes(line);
}

function runLines(state: ConsoleState, width: number): readonly DialogLine[] {
  const { fleetRun, glyphs } = state;
  const known = knownFleetOf(state);
  if (fleetRun === undefined || known.kind === 'none' || known.path !== fleetRun.path) return [];
  const { isRunning, done, of, lines } = fleetRun;
  const more = lines.length - MOST_SAID;
  const sum = isRunning
    ? `Applying${glyphs.more} ${done} of ${of} done`
    : `Last applied: ${done} of ${counted(of, 'change')} done.`;
  return [
    blankLine,
    textLine(sum, isRunning ? 'busy' : done === of ? 'good' : 'bad'),
    ...lines.slice(0, MOST_SAID).flatMap((line) => textLines(line, width, 'warn')),
    ...(more > 0 ? [textLine(`And ${more} more.`, 'dim')] : []),
  ];
}

export function fleetTitle(state: ConsoleState, own: Own): string {
  const known = knownFleetOf(state);
  if (known.kind === 'none') return 'Fleet file';
  const view = fleetView(state, own);
  if (view === null) return fileNameOf(known);
  const { length } = view.plan.changes;
  return length === 0
    ? fileNameOf(known)
    : `${fileNameOf(known)}: ${counted(length, 'difference')} from ${state.connected.project}`;
}
