import { textIn } from '../../lib/text-buffer.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { completionOf, filterExamples } from '../../store/panes/filter-completion.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type FootLine, type FootPiece, inLines } from './line.ts';

const piece = (text: string, tone: FootPiece['tone'] = 'dim'): FootPiece => ({ text, tone, key: null });

/** The lines above the typed filter: three examples while it is empty, then what Tab completes; none when that is nothing. */
export function linesAbove(
  state: ConsoleState,
  { pane, editor, completing }: DialogState<'filter'>,
): readonly FootLine[] {
  const { columns } = state.size;
  if (textIn(editor) === '' || editor.selected === true) {
    const examples = filterExamples(state, pane).map((example) => [piece(` ${example} `, 'accent')]);
    return inLines([[piece(' try ')], ...examples, [piece(' Tab', 'accent'), piece(' names')]], columns).slice(0, 2);
  }
  const { candidates } = completing ?? completionOf(state, pane, editor.before);
  if (candidates.length === 0) return [];
  const tones = (n: number): FootPiece['tone'] => (completing !== null && n === 0 ? 'strong' : 'dim');
  const items = candidates.slice(completing?.at ?? 0).map((candidate, n) => [piece(`  ${candidate}`, tones(n))]);
  return inLines([[piece(' Tab', 'accent')], ...items], columns).slice(0, 1);
}
