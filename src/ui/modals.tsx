import { blankLine, type DialogLine, textLine, textLines } from '../dialogs/line.ts';
import { paletteEntries } from '../keys/palette.ts';
import { keySheet, searchedSheet } from '../keys/sheet.ts';
import { shortDuration } from '../lib/duration.ts';
import { textIn } from '../lib/editor.ts';
import { cut, widthOf, wrapped } from '../lib/width.ts';
import { nameAndIdentifier } from '../resources/names.ts';
import type { Tone } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import type { ConsoleState } from '../state/console.ts';
import { copyChoices, detailRows, rowByFid } from '../state/details.ts';
import type { Overlay } from '../state/overlay.ts';
import { topOverlay } from '../state/overlays.ts';
import { projectsOf } from '../state/projects.ts';
import { placesFor } from '../state/switching.ts';
import { questionSign } from './bars.ts';
import { columnLines } from './column-lines.ts';
import { useConsole } from './desk-context.ts';
import { exposureLines } from './exposure-lines.ts';
import { FormModal } from './form-modal.tsx';
import { historyLines } from './history-lines.ts';
import { Modal, modalHeight, modalWidth } from './modal.tsx';
import { requestLines } from './request-lines.ts';
import { outputLines, runAskedLines, runLines } from './run-lines.ts';
import { SecretModal } from './secret-modal.tsx';

/** What lies on top of the panes, if anything does. */
export function TopModal() {
  const top = useConsole(topOverlay);
  if (top === undefined || top.kind === 'filter') return null;
  switch (top.kind) {
    case 'form':
      return <FormModal open={top} />;
    case 'secret':
      return <SecretModal secret={top.secret} step={top.step} />;
    default:
      return <PlainModal overlay={top} />;
  }
}

type Plain = Exclude<Overlay, { kind: 'form' | 'secret' | 'filter' }>;

function PlainModal({ overlay }: { readonly overlay: Plain }) {
  const state = useConsole((now) => now);
  const room = modalWidth(state.size.columns, 100);
  const whole = (text: string, tone?: Tone): readonly DialogLine[] =>
    textLines(text, modalWidth(state.size.columns), tone);
  switch (overlay.kind) {
    case 'detail':
      return <Detail state={state} overlay={overlay} />;
    case 'confirm': {
      const { confirmation, editor, wrong } = overlay;
      const lines: DialogLine[] = [
        ...confirmation.lines.flatMap(({ text, tone }) => whole(text, tone)),
        blankLine,
        ...(confirmation.typed === null
          ? whole(`${questionSign(state)} y confirm ${state.signs.dot} Esc cancel`)
          : [
              ...whole(
                `${questionSign(state)} Type ${confirmation.typed} and press Enter to confirm ${state.signs.dot} Esc cancel`,
              ),
              { kind: 'field' as const, label: [{ text: '> ', tone: 'accent' as const }], editor },
            ]),
        ...(wrong === null ? [] : whole(wrong, 'bad')),
      ];
      return <Modal title={confirmation.title} lines={lines} at={lines.length} tone="warn" />;
    }
    case 'palette': {
      const entries = paletteEntries(state);
      const lines: DialogLine[] = [
        { kind: 'field', label: [{ text: ': ', tone: 'accent' }], editor: overlay.editor },
        ...entries.map(({ label, note }, n): DialogLine => {
          const gap = Math.max(1, room - widthOf(label) - widthOf(note) - 1);
          return {
            kind: 'text',
            cursor: n === overlay.at,
            segments: [{ text: ` ${label}`, tone: 'strong' }, { text: ' '.repeat(gap) }, { text: note, tone: 'dim' }],
          };
        }),
        ...(entries.length === 0 ? [textLine(' No matches', 'dim')] : []),
      ];
      return <Sticky title="Palette" lines={lines} at={overlay.at + 1} wide={100} />;
    }
    case 'help': {
      const groups = searchedSheet(keySheet(state), textIn(overlay.editor));
      const body = groups.flatMap(({ title, lines }): DialogLine[] => [
        blankLine,
        textLine(title, 'strong'),
        ...lines.map(
          ({ keys, does }): DialogLine => ({
            kind: 'text',
            segments: [{ text: `  ${keys.padEnd(18)}`, tone: 'accent' }, { text: does }],
          }),
        ),
      ]);
      const lines: DialogLine[] = [
        { kind: 'field', label: [{ text: 'Search ', tone: 'accent' }], editor: overlay.editor },
        ...(body.length === 0 ? [textLine('No matching key', 'dim')] : body),
      ];
      return <Scrolled title="Keys" lines={lines} top={overlay.top} wide={100} />;
    }
    case 'copy': {
      const choices = copyChoices(state, overlay.pane, overlay.fid);
      const lines = choices.map(
        ({ key, label, text }): DialogLine => ({
          kind: 'text',
          segments: [
            { text: ` ${key} `, tone: 'accent' },
            { text: label.padEnd(14) },
            { text: text.split('\n')[0] ?? '', tone: 'dim' },
          ],
        }),
      );
      return <Modal title="Copy" lines={lines.length === 0 ? [textLine('It is gone from the list.', 'dim')] : lines} />;
    }
    case 'switch':
      return (
        <Modal
          title="Switch profile or project"
          lines={[
            ...whole(
              `This console shows ${projectsOf(state.connected)
                .map((project) => nameAndIdentifier(project, state.connected.names))
                .join(', ')} at ${state.connected.origin}.`,
              'dim',
            ),
            { kind: 'field', label: [{ text: 'Profile or project: ', tone: 'accent' }], editor: overlay.editor },
            ...placesFor(state).map(
              ({ kind, called }, n): DialogLine => ({
                kind: 'text',
                cursor: n === overlay.at,
                segments: [
                  { text: ` ${called} `, tone: 'strong' },
                  { text: kind === 'together' ? 'at once' : kind, tone: 'dim' },
                ],
              }),
            ),
            ...(overlay.wrong === null ? [] : whole(overlay.wrong, 'bad')),
          ]}
          at={overlay.at + 2}
        />
      );
    case 'sign-in':
      return (
        <Modal
          title="Sign in"
          lines={[
            ...whole(`An access token or API key for ${state.connected.origin}. It is kept in memory only.`, 'dim'),
            { kind: 'field', label: [{ text: 'Token: ', tone: 'accent' }], editor: overlay.editor, mask: true },
            ...(overlay.wrong === null ? [] : whole(overlay.wrong, 'bad')),
          ]}
        />
      );
    case 'run':
      return (
        <Modal
          title={overlay.command.name}
          tone="warn"
          lines={runAskedLines(state, overlay, modalWidth(state.size.columns))}
        />
      );
    case 'runs':
      return <Modal title="Custom commands" lines={runLines(state, overlay)} at={overlay.at} wide={100} />;
    case 'output':
      return <Output state={state} overlay={overlay} />;
    case 'exposure':
      return (
        <ByHand title="Exposure: max cost per hour" lines={exposureLines(state, room)} top={overlay.top} wide={100} />
      );
    case 'columns':
      return (
        <Modal
          title={`Columns of ${resources[overlay.pane].title}`}
          lines={columnLines(state, overlay)}
          at={overlay.at}
          wide={60}
        />
      );
    case 'requests':
      return <Modal title="Request log" lines={requestLines(overlay, room)} at={overlay.at} wide={100} />;
    case 'history':
      return <HistoryModal state={state} overlay={overlay} />;
    case 'quit':
      return (
        <Modal
          title="Quit"
          tone="warn"
          lines={[...whole(overlay.why, 'warn'), ...whole(`${questionSign(state)} y quit ${state.signs.dot} Esc stay`)]}
        />
      );
  }
}

function Detail({
  state,
  overlay,
}: {
  readonly state: ConsoleState;
  readonly overlay: Extract<Overlay, { kind: 'detail' }>;
}) {
  const { pane, fid, line, raw } = overlay;
  const room = modalWidth(state.size.columns, 100);
  const label = Math.min(18, Math.floor(room / 3));
  const lines: DialogLine[] = [];
  let at = 0;
  for (const [n, row] of detailRows(state, pane, fid, raw).entries()) {
    if (n === line) at = lines.length;
    const cursor = n === line;
    switch (row.kind) {
      case 'title':
        if (n > 0) lines.push(blankLine);
        lines.push({ kind: 'text', segments: [{ text: row.text, tone: 'strong' }], cursor });
        break;
      case 'json':
        lines.push(
          ...wrapped(row.text, room).map((text): DialogLine => ({ kind: 'text', segments: [{ text }], cursor })),
        );
        break;
      case 'field':
        lines.push(
          ...wrapped(row.text, room - label - 2).map(
            (text, part): DialogLine => ({
              kind: 'text',
              cursor,
              segments: [
                {
                  text: `  ${part === 0 ? row.label.slice(0, label - 1).padEnd(label) : ' '.repeat(label)}`,
                  tone: 'dim',
                },
                { text, tone: row.tone ?? 'plain' },
              ],
            }),
          ),
        );
    }
  }
  const listed = rowByFid(state, pane, fid);
  const name = cut(listed === undefined ? fid : called(state, pane, fid), room - 30, state.signs.more);
  return <Modal title={`${resources[pane].one} ${name}${raw ? ' (raw JSON)' : ''}`} lines={lines} at={at} wide={100} />;
}

function HistoryModal({
  state,
  overlay,
}: {
  readonly state: ConsoleState;
  readonly overlay: Extract<Overlay, { kind: 'history' }>;
}) {
  const lines = historyLines(state, overlay, modalWidth(state.size.columns, WIDEST));
  const title = `History of ${called(state, 'bids', overlay.fid)} in the last ${shortDuration(overlay.spanMs)}`;
  return <ByHand title={title} lines={lines} top={overlay.top} wide={WIDEST} />;
}

function Output({
  state,
  overlay,
}: {
  readonly state: ConsoleState;
  readonly overlay: Extract<Overlay, { kind: 'output' }>;
}) {
  const run = state.runs.find(({ id }) => id === overlay.id);
  const page = modalHeight(state.size.rows);
  const lines = outputLines(state, overlay, modalWidth(state.size.columns, WIDEST), page);
  return <Modal title={run === undefined ? 'Output' : `${run.command} on ${run.row}`} lines={lines} wide={WIDEST} />;
}

/** Pictures use the room there is. */
const WIDEST = 140;

function called<Name extends keyof typeof resources>(state: ConsoleState, pane: Name, fid: string): string {
  const listed = rowByFid(state, pane, fid);
  return listed === undefined ? fid : resources[pane].called(listed.row);
}

type LongProps = { readonly title: string; readonly lines: readonly DialogLine[]; readonly wide: number };

/** A modal whose first line stays while the others scroll to the one that matters. */
function Sticky({ title, lines, at, wide }: LongProps & { readonly at: number }) {
  const rows = useConsole((state) => state.size.rows);
  const page = Math.max(1, rows - 5);
  const top = Math.max(0, Math.min(at - 1 - Math.floor(page / 2), lines.length - 1 - page));
  return <Modal title={title} lines={[...lines.slice(0, 1), ...lines.slice(1 + top, 1 + top + page)]} wide={wide} />;
}

/** A modal whose lines are scrolled by hand, as far as there are more. */
function ByHand({ title, lines, top, wide }: LongProps & { readonly top: number }) {
  const rows = useConsole((state) => state.size.rows);
  const page = modalHeight(rows);
  const from = Math.max(0, Math.min(top, lines.length - page));
  return <Modal title={title} lines={lines.slice(from, from + page)} wide={wide} />;
}

/** A modal whose first line stays while the others are scrolled by hand. */
function Scrolled({ title, lines, top, wide }: LongProps & { readonly top: number }) {
  const rows = useConsole((state) => state.size.rows);
  const page = Math.max(1, rows - 5);
  const from = 1 + Math.max(0, Math.min(top, lines.length - 1 - page));
  return <Modal title={title} lines={[...lines.slice(0, 1), ...lines.slice(from, from + page)]} wide={wide} />;
}
