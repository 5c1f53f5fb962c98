import { errorMessage, isForbidden } from '../../api/error-messages.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { wrapped } from '../../lib/width.ts';
import type { PaneName } from '../../resources/rows.ts';
import { isRefusal, signInAdvice } from '../../store/access.ts';
import { keyNamed } from '../../store/key-names.ts';
import { projectsOf } from '../../store/projects.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../store/state.ts';
import type { Segment } from '../dialogs/line.ts';
import { nextTry } from '../keymap/foot.ts';

/** The message of a pane without rows: loading, the error and the next try, a filter that hides all rows, or how to begin. */
export function messageLines(state: ConsoleState, name: PaneName, width: number): readonly (readonly Segment[])[] {
  const list = drawnLists(state)[name];
  const messageLine = (text: string, tone: Segment['tone'] = 'plain'): readonly Segment[][] =>
    wrapped(text, width).map((line) => [{ text: line, tone }]);
  if (list.rows.size > 0)
    return messageLine(`No ${state.features.panes[name].one} matches the filter. Press Esc to clear it.`, 'dim');
  if (list.fetchedAt !== null) return emptyTexts(state, name).flatMap((text) => messageLine(text, 'dim'));
  if (list.failure !== null) {
    const { error } = list.failure;
    const { what, hint } = errorMessage(error);
    const again = list.failure.tryAt === null ? '' : nextTry(list.failure.tryAt - state.now);
    if (isForbidden(error))
      return [
        ...forbiddenTexts(state, name, error.said).flatMap(([text, tone]) => messageLine(text, tone)),
        ...(again === '' ? [] : messageLine(again, 'dim')),
      ];
    return [
      ...messageLine(what, 'bad'),
      ...messageLine(isRefusal(error) && state.shownInstead === null ? signInAdvice(state) : (hint ?? '')),
      ...(again === '' ? [] : messageLine(again, 'dim')),
    ];
  }
  const progress = list.loading === null ? '' : ` page ${list.loading.pages}, ${list.loading.rows} rows so far`;
  const words = state.features.panes[name].loading?.(contextOf(state)) ?? `Loading${progress}`;
  return messageLine(`${state.glyphs.busy} ${words}${state.glyphs.more}`, 'busy');
}

/** How to begin, or in a recording that there was nothing. */
function emptyTexts(state: ConsoleState, name: PaneName): readonly string[] {
  if (state.shownInstead !== null) return ['The list was empty at this moment.'];
  const isEmpty = (other: ServiceList): boolean =>
    state.lists[other].fetchedAt !== null && state.lists[other].rows.size === 0;
  return state.features.panes[name].empty((command, usual) => keyNamed(state, command, usual), isEmpty);
}

/** Which list the token may not read, what the service says about it, and what can be done. */
function forbiddenTexts(
  state: ConsoleState,
  name: PaneName,
  said: string | null,
): readonly (readonly [string, Segment['tone']])[] {
  const key = (command: string, usual: string): string => keyNamed(state, command, usual);
  const projects = name === 'apiKeys' ? '' : ` of ${projectsOf(state.connected).join(', ')}`;
  const ways = `Press ${key('switch', 'P')} for another project or token, ${key('refresh', 'R')} to try again.`;
  return [
    [`This token may not read the ${state.features.panes[name].one}s${projects}.`, 'bad'],
    ...(said === null ? [] : [[`The service says: ${said}`, 'plain'] as const]),
    ...(state.shownInstead === null ? [[ways, 'dim'] as const] : []),
  ];
}
