import { pageTabTexts } from '../../store/panes/tabs.ts';
import type { DialogLine } from './line.ts';

/** The names of the tabs of a page, the shown one in brackets. */
export const tabLine = (titles: readonly string[], at: number): DialogLine => ({
  kind: 'text',
  segments: pageTabTexts(titles, at).map(({ text, isShown }) => ({ text, tone: isShown ? 'accent' : 'dim' })),
});
