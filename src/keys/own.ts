import type { Outcome } from '../api/outcome.ts';
import { editorOf, textIn } from '../lib/editor.ts';
import { rememberLast } from '../lib/remember.ts';
import type { OwnCommand } from '../resources/own-command.ts';
import type { ConsoleState } from '../state/console.ts';
import { apply, type Desk, withRemote } from '../state/desk.ts';
import { overlayChanged, overlayClosed, overlayOpened, topOverlay } from '../state/overlays.ts';
import { refusedInReplay } from '../state/replaying.ts';
import { linesFound, type Run } from '../state/running.ts';
import { hiddenMarks, targetsIn, whyGone } from '../state/shown.ts';
import { type Binding, transition } from './binding.ts';
import { closes } from './overlays.ts';
import { movingBindings } from './scrolling.ts';

/** Runs a command on the marked rows or the one under the cursor, or asks first. */
function begin(desk: Desk, command: OwnCommand, pane: OwnCommand['panes'][number]): void {
  const now = desk.store.getState();
  const fids = targetsIn(now, pane).map(({ fid }): string => fid);
  const hidden = hiddenMarks(now, pane);
  if (command.confirm) apply(desk, (state) => overlayOpened(state, { kind: 'run', command, pane, fids, hidden }));
  else withRemote(desk, (remote) => remote.runOwn(command, pane, fids));
}

/** The operator's own commands as bindings of their panes, like any other. */
export const ownBindings = rememberLast((commands: readonly OwnCommand[]): readonly Binding[] =>
  commands.flatMap((command) =>
    command.panes.map(
      (pane): Binding => ({
        id: `own ${command.name}`,
        keys: command.key === null ? [] : [command.key],
        label: command.name,
        hint: command.key === null ? null : command.name.toLowerCase(),
        scope: pane,
        disabled: (state) =>
          refusedInReplay(state, 'nothing can be run on it.') ??
          (targetsIn(state, pane).length === 0 ? whyGone(state, pane) : null),
        run: (desk) => begin(desk, command, pane),
      }),
    ),
  ),
);

/** Judges the keys of own commands before they count: each must be free in its panes. */
export function checkOwn(
  commands: readonly OwnCommand[],
  others: readonly Binding[],
): Outcome<readonly OwnCommand[], string> {
  const own = ownBindings(commands);
  for (const [at, binding] of own.entries()) {
    const around = [...others, ...own.slice(0, at)].filter(
      ({ scope }) => scope === binding.scope || scope === 'list' || scope === 'everywhere',
    );
    const other = around.find(({ keys }) => keys.some((key) => binding.keys.includes(key)));
    if (other !== undefined)
      return {
        ok: false,
        error: `The key ${binding.keys[0]} of "${binding.label}" already means: ${other.label}. Give one of them another key.`,
      };
  }
  return { ok: true, value: commands };
}

const pointed = (by: number) =>
  transition((state) =>
    overlayChanged(state, 'runs', (overlay) => ({
      ...overlay,
      at: Math.max(0, Math.min(overlay.at + by, state.runs.length - 1)),
    })),
  );

/** The run that is looked at; undefined when none is. */
function runLookedAt(state: ConsoleState): Run | undefined {
  const top = topOverlay(state);
  if (top?.kind === 'runs') return state.runs[top.at];
  return top?.kind === 'output' ? state.runs.find(({ id }) => id === top.id) : undefined;
}

function opened(state: ConsoleState): ConsoleState {
  const run = runLookedAt(state);
  return run === undefined
    ? state
    : overlayOpened(state, { kind: 'output', id: run.id, editor: editorOf(''), fromEnd: 0 });
}

/** Scrolls the output; it stands at its end to begin with, and then goes on as more comes. */
const scrolled = (by: number) =>
  transition((state) => {
    const run = runLookedAt(state);
    return overlayChanged(state, 'output', (overlay) => {
      const lines = run === undefined ? 0 : linesFound(run, textIn(overlay.editor)).length;
      return { ...overlay, fromEnd: Math.max(0, Math.min(overlay.fromEnd - by, lines - 1)) };
    });
  });

const stopped = (desk: Desk): void => {
  const run = runLookedAt(desk.store.getState());
  if (run !== undefined) withRemote(desk, (remote) => remote.stopRun(run.id));
};

/** Opens what own commands have said, from every pane. */
export const runsBinding: Binding = {
  id: 'runs',
  keys: ['&'],
  label: 'Custom commands: runs and their output',
  hint: null,
  scope: 'everywhere',
  run: transition((state) => overlayOpened(state, { kind: 'runs', at: 0 })),
};

const isOver = (state: ConsoleState): string | null =>
  runLookedAt(state)?.ended === null ? null : 'It has already ended.';

/** Keys of own commands, apart from their own. */
export const runBindings: readonly Binding[] = [
  ...movingBindings('runs', pointed, { verb: 'Move', letters: true, hint: null }),
  { id: 'run-open', keys: ['Enter'], label: 'Output', hint: 'output', scope: 'runs', run: transition(opened) },
  { id: 'run-stop', keys: ['x'], label: 'End it', hint: 'end it', scope: 'runs', disabled: isOver, run: stopped },
  closes('runs', ['Esc', 'q', '&'], 'Back'),
  ...movingBindings('output', scrolled, { verb: 'Scroll', letters: false, hint: 'scroll' }),
  {
    id: 'output-stop',
    keys: ['Ctrl-x'],
    label: 'End it',
    hint: 'end it',
    scope: 'output',
    disabled: isOver,
    run: stopped,
  },
  closes('output', ['Esc'], 'Back'),
  {
    id: 'run-confirmed',
    keys: ['y'],
    label: 'Yes, run it',
    hint: 'yes',
    scope: 'run',
    agrees: true,
    run: (desk) => {
      const top = topOverlay(desk.store.getState());
      if (top?.kind !== 'run') return;
      apply(desk, overlayClosed);
      withRemote(desk, (remote) => remote.runOwn(top.command, top.pane, top.fids));
    },
  },
  {
    id: 'run-all',
    keys: ['*'],
    label: 'Include the marked rows that the filter hides',
    hint: 'include hidden',
    scope: 'run',
    when: (state) => {
      const top = topOverlay(state);
      return top?.kind !== 'run' || top.hidden !== null;
    },
    run: transition((state) =>
      overlayChanged(state, 'run', (run) =>
        run.hidden === null ? run : { ...run, fids: run.hidden.fids, hidden: null },
      ),
    ),
  },
  closes('run', ['Esc', 'n'], 'Cancel'),
];
