import { type DialogLine, textLine } from '../dialogs/line.ts';
import { clockTime, shortDuration } from '../lib/duration.ts';
import { textIn } from '../lib/editor.ts';
import { wrapped } from '../lib/width.ts';
import type { Tone } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import { hiddenSentence } from '../state/armed.ts';
import type { ConsoleState } from '../state/console.ts';
import type { Overlay } from '../state/overlay.ts';
import { linesFound, type Run } from '../state/running.ts';
import { questionSign } from './bars.ts';

/** The runs of own commands, the newest first. */
export function runLines(
  { runs, now, signs }: ConsoleState,
  { at }: Extract<Overlay, { kind: 'runs' }>,
): readonly DialogLine[] {
  if (runs.length === 0)
    return [textLine('Nothing has run yet. Define custom commands in the config file as [[commands]].', 'dim')];
  return runs.map((run, n): DialogLine => {
    const { tone, how } = standing(run, now, signs.busy);
    return {
      kind: 'text',
      cursor: n === at,
      segments: [
        { text: ` ${clockTime(run.startedAt)}  `, tone: 'dim' },
        { text: `${run.command}  `, tone: 'strong' },
        { text: `${run.row}  ` },
        { text: how, tone },
      ],
    };
  });
}

function standing(run: Run, now: number, busy: string): { readonly tone: Tone; readonly how: string } {
  if (run.ended === null) return { tone: 'busy', how: `${busy} runs for ${shortDuration(now - run.startedAt)}` };
  return { tone: run.ended.ok ? 'good' : 'bad', how: run.ended.how };
}

/** What one run said: its end, or as far back as was scrolled; only lines with what is searched for. */
export function outputLines(
  { runs, now, signs }: ConsoleState,
  { id, editor, fromEnd }: Extract<Overlay, { kind: 'output' }>,
  width: number,
  page: number,
): readonly DialogLine[] {
  const run = runs.find((one) => one.id === id);
  if (run === undefined) return [textLine('This run is no longer kept.', 'dim')];
  const found = linesFound(run, textIn(editor));
  const shown = found.slice(0, Math.max(Math.min(found.length, 1), found.length - fromEnd));
  const { tone, how } = standing(run, now, signs.busy);
  const lines = shown
    .slice(-page)
    .flatMap((line) => wrapped(line === '' ? ' ' : line, width).map((part) => textLine(part)));
  return [
    { kind: 'field', label: [{ text: 'Search ', tone: 'accent' }], editor },
    {
      kind: 'text',
      segments: [
        { text: how, tone },
        {
          text: `  ${run.cut ? 'the last ' : ''}${found.length} ${found.length === 1 ? 'line' : 'lines'}`,
          tone: 'dim',
        },
      ],
    },
    ...(found.length === 0 ? [textLine(run.lines.length === 0 ? 'No output.' : 'No matching line.', 'dim')] : []),
    ...lines.slice(-Math.max(1, page - 2)),
  ];
}

/** What is about to be run, and on what. */
export function runAskedLines(
  state: ConsoleState,
  { command, pane, fids, hidden }: Extract<Overlay, { kind: 'run' }>,
  width: number,
): readonly DialogLine[] {
  const { run } = command;
  const line = run.kind === 'shell' ? run.line : run.parts.join(' ');
  const names = fids.map((fid) => calledIn(state, pane, fid));
  return [
    ...wrapped(line, width).map((part) => textLine(part, 'strong')),
    ...wrapped(`on ${names.join(', ')}`, width).map((part) => textLine(part)),
    ...(hidden === null ? [] : wrapped(`${hiddenSentence(hidden)}.`, width).map((part) => textLine(part, 'warn'))),
    textLine(`${questionSign(state)} y run ${state.signs.dot} Esc cancel`, 'dim'),
  ];
}

function calledIn<Name extends keyof typeof resources>(state: ConsoleState, pane: Name, fid: string): string {
  const listed = state.lists[pane].rows.get(fid);
  return listed === undefined ? fid : resources[pane].called(listed.row);
}
