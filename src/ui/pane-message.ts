import { errorMessage } from '../api/error-messages.ts';
import type { Segment } from '../dialogs/line.ts';
import { nextTry } from '../keymap/foot.ts';
import { wrapped } from '../lib/width.ts';
import { resources } from '../resources/index.ts';
import type { PaneName } from '../resources/rows.ts';
import { keyNamed } from '../state/key-names.ts';
import { type ConsoleState, drawnLists } from '../state/state.ts';

/** Returns the message of a pane without rows: loading, the error and the next try, a filter that hides all rows, or how to begin. */
export function messageLines(state: ConsoleState, name: PaneName, width: number): readonly (readonly Segment[])[] {
  const list = drawnLists(state)[name];
  const messageLine = (text: string, tone: Segment['tone'] = 'plain'): readonly Segment[][] =>
    wrapped(text, width).map((line) => [{ text: line, tone }]);
  if (list.rows.size > 0)
    return messageLine(`No ${resources[name].one} matches the filter. Press Esc to clear it.`, 'dim');
  if (list.fetchedAt !== null)
    return messageLine(
      state.replay === null
        ? resources[name].empty((command, usual) => keyNamed(state, command, usual))
        : 'The list was empty at this moment.',
      'dim',
    );
  if (list.failure !== null) {
    const { what, hint } = errorMessage(list.failure.error);
    const again = list.failure.tryAt === null ? '' : nextTry(list.failure.tryAt - state.now);
    return [
      ...messageLine(what, 'bad'),
      ...(hint === null ? [] : messageLine(hint)),
      ...(again === '' ? [] : messageLine(again, 'dim')),
    ];
  }
  const progress = list.loading === null ? '' : ` page ${list.loading.pages}, ${list.loading.rows} rows so far`;
  return messageLine(`${state.glyphs.busy} Loading${progress}${state.glyphs.more}`, 'busy');
}
