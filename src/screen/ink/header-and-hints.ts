import { keepLast, memoizeTexts } from '../../lib/memoize.ts';
import { headerParts } from '../../store/header-line.ts';
import { besideCursors } from '../../store/panes/on-screen.ts';
import { tabsOf } from '../../store/panes/tabs.ts';
import type { ConsoleState } from '../../store/state.ts';
import { fitAll, type Segment, widthOfAll } from '../dialogs/line.ts';
import { paint, type Theme } from '../dialogs/theme.ts';
import { footOf } from '../keymap/foot.ts';

const lastHeader = memoizeTexts(() => keepLast<string>(), 1);

/** The top line: what the console is connected to, what is being preempted, totals and cost; shorter on a narrow screen. */
export function headerLine(state: ConsoleState, theme: Theme): string {
  return lastHeader('')([besideCursors(state), theme], () => headerNow(state, theme));
}

function headerNow(state: ConsoleState, theme: Theme): string {
  const { glyphs, size } = state;
  const { parts, sparklines } = headerParts(state, size.columns);
  const line: Segment[] = [];
  for (const { left, texts } of parts) line.push({ text: ' '.repeat(left - widthOfAll(line)) }, ...texts);
  const room = size.columns - widthOfAll(line) - 1;
  if (sparklines.length > 0) line.push({ text: ' '.repeat(room - widthOfAll(sparklines)) }, ...sparklines);
  return paint(fitAll(line, size.columns, glyphs.cut), theme);
}

/** The tabs of the panes, by key and name, for a screen that shows one pane. */
export function tabsLine(state: ConsoleState, theme: Theme): string {
  const tabs = tabsOf(state).map(({ text, isShown }): Segment => ({ text, tone: isShown ? 'accent' : 'dim' }));
  return paint(fitAll(tabs, state.size.columns, state.glyphs.cut), theme);
}

/** The last line of the screen. */
export function hintLine(state: ConsoleState, theme: Theme): string {
  return footLines(state, theme).at(-1) ?? '';
}

/** The lines of the foot; all but the last one cover the panes. */
export function footLines(state: ConsoleState, theme: Theme): readonly string[] {
  return footOf(state).map((line) => paint(fitAll(line, state.size.columns, state.glyphs.cut), theme));
}
