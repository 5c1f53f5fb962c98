import { editorOf } from '../lib/editor.ts';
import type { Write } from '../resources/write.ts';
import type { ConsoleState } from './console.ts';
import { liveContextOf } from './context.ts';
import { noticed } from './happened.ts';
import { overlayOpened } from './overlays.ts';

/** As many lines as are read before agreeing to something. */
const MOST_LINES = 12;

/**
 * The last change is about to be taken back: shows what will be sent. What the service has changed since is left as it is,
 * and said; when that is all of it, nothing is asked and the change is forgotten.
 */
export function undoAsked(state: ConsoleState): ConsoleState {
  const writes = state.undo.at(-1);
  if (writes === undefined) return state;
  const context = liveContextOf(state);
  const why = new Map(writes.map((write) => [write, write.takesBack?.outdated(context) ?? null]));
  const outdated = writes.filter((write) => why.get(write) !== null);
  const left = writes.filter((write) => why.get(write) === null);
  const said = outdated.map((write) => `${write.name} is left as it is: ${why.get(write)}.`);
  if (left.length === 0) return noticed({ ...state, undo: state.undo.slice(0, -1) }, said[0] ?? '', 'warn');
  const lines = [
    ...left.map((write) => ({ text: `${write.name}: ${saysOf(write)}` })),
    ...said.map((text) => ({ text, tone: 'warn' as const })),
  ];
  const more = lines.length - MOST_LINES;
  return overlayOpened(state, {
    kind: 'confirm',
    confirmation: {
      title: left.length === 1 ? 'Undo' : `Undo ${left.length} changes`,
      lines: [...lines.slice(0, MOST_LINES), ...(more > 0 ? [{ text: `and ${more} more` }] : [])],
      typed: null,
    },
    writes: left,
    undoing: true,
    editor: editorOf(''),
    wrong: null,
  });
}

const saysOf = ({ takesBack, verb }: Write): string => takesBack?.says ?? verb;
