import { cut, toWidth, widthOf, wrapped } from '../../lib/width.ts';
import { pickedOf, type Suggestion } from '../../resources/form.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import type { FormState } from '../../store/dialog-state.ts';
import { dialogChanged } from '../../store/dialogs/dialog-stack.ts';
import { choiceIndex, suggestionsFor, valueClicked } from '../../store/dialogs/form-choices.ts';
import { fieldIn } from '../../store/dialogs/form-state.ts';
import { contextOf, liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { DialogLine, Segment } from './line.ts';

/** Most suggestions that are shown at once, and the number that is shown even when other fields scroll away for it. */
export const LISTED = { most: 8, least: 3 };

/** Room for the lines below a field: all rows that the form can have, and those that its other lines leave; in cells. */
type ListRoom = {
  readonly width: number;
  readonly indent: number;
  readonly rows: number;
  readonly rowsLeft: number;
};

/** The suggestions of the focused field, scrolled to the one under the cursor, and its help. */
export function suggestionLines(state: ConsoleState, open: FormState, room: ListRoom): readonly DialogLine[] {
  const all = suggestionsFor(open, contextOf(state));
  const width = room.width - room.indent;
  const field = fieldIn(open);
  const help = field.helpNow?.(liveContextOf(state)) ?? field.help;
  const least = Math.min(all.length, LISTED.least);
  const most = Math.min(all.length, LISTED.most, room.rowsLeft - wrapped(help, width).length);
  const shown = Math.max(0, Math.min(Math.max(least, most), room.rows));
  const helpRows = Math.min(Math.max(1, room.rowsLeft - shown), room.rows - shown);
  const at = choiceIndex(open, all);
  const top = Math.max(0, Math.min(at - Math.floor(shown / 2), all.length - shown));
  const position = shown === all.length ? '' : at < 0 ? `${all.length} suggestions  ` : `${at + 1} of ${all.length}  `;
  return [
    ...listLines(state, open, all.slice(top, top + shown), room),
    ...helpLines(position, help, width, helpRows, state.glyphs).map(
      (segments): DialogLine => ({ kind: 'text', segments: [{ text: ' '.repeat(room.indent) }, ...segments] }),
    ),
  ];
}

/** The position in a list that scrolls and the help of the field, in at most `rows` lines. */
function helpLines(
  position: string,
  help: string,
  width: number,
  rows: number,
  { cut: mark }: Glyphs,
): readonly (readonly Segment[])[] {
  if (rows <= 0) return [];
  const whole = wrapped(position + help, width);
  const [first = '', ...rest] = whole.length <= rows ? whole : [cut(position + help, width, mark)];
  const end = first.slice(position.length);
  return [
    [{ text: first.slice(0, position.length) }, { text: end, tone: 'dim' }],
    ...rest.map((text): readonly Segment[] => [{ text, tone: 'dim' }]),
  ];
}

/** Smallest width at which a cut note is still shown, in cells. */
const NOTE = 12;

function listLines(
  { glyphs }: ConsoleState,
  open: FormState,
  shown: readonly Suggestion[],
  { width, indent }: ListRoom,
): readonly DialogLine[] {
  const field = fieldIn(open);
  const picked = pickedOf(open.values, field.id);
  const boxOf = ({ value }: Suggestion): string =>
    field.kind === 'several' ? (picked.includes(value) ? '[x] ' : '[ ] ') : '';
  const box = shown[0] === undefined ? 0 : widthOf(boxOf(shown[0]));
  const room = Math.min(Math.max(...shown.map(({ label }) => widthOf(label))), width - indent - box);
  const noteRoom = width - indent - box - room - 2;
  return shown.map((suggestion): DialogLine => {
    const { label, value, note = '' } = suggestion;
    const here = value === open.choice;
    return {
      kind: 'text',
      cursor: here,
      inView: false,
      click: (now) => dialogChanged(now, 'form', (form) => valueClicked(form, field.id, value, contextOf(now))),
      segments: [
        { text: ' '.repeat(indent - 2) },
        { text: here ? `${glyphs.into} ` : '  ', tone: 'accent' },
        { text: boxOf(suggestion) },
        { text: toWidth(label, room, 'left', glyphs.cut) },
        { text: note === '' || noteRoom < Math.min(NOTE, widthOf(note)) ? '' : `  ${note}`, tone: 'dim' },
      ],
    };
  });
}
