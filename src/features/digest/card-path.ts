import { localZone, wallClock } from '../../lib/calendar.ts';
import { type TextBuffer, textBufferOf, textIn } from '../../lib/text-buffer.ts';
import type { DialogLine } from '../../screen/dialogs/line.ts';
import { fieldLine, textLines } from '../../screen/dialogs/line.ts';
import { type Binding, transition } from '../../screen/keys/binding.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogChanged, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { contextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { cardOf } from './card.ts';
import { digestOf } from './digest.ts';
import { recordsWithCost } from './records-with-cost.ts';

/** The path of a card that is being typed, and why the last one was not taken; null for no reason. */
export type CardPath = { readonly editor: TextBuffer; readonly wrong: string | null };

const withPath =
  (change: (path: CardPath | null, own: DialogState<'digest'>) => CardPath | null) =>
  (state: ConsoleState): ConsoleState =>
    dialogChanged(state, 'digest', (own) => ({ ...own, cardPath: change(own.cardPath ?? null, own) }));

/** The usual name of a card, by the day on which its time ends: `spotdeck-card-2026-11-20.svg`. */
function usualName({ parts }: DialogState<'digest'>): string {
  const to = Math.max(...parts.map(({ time }) => time.to));
  return `spotdeck-card-${wallClock(to, localZone(to)).date}.svg`;
}

/** Asks for the path of a card of the open digest. */
export const askCardPath = withPath((_, own) => ({ editor: textBufferOf(usualName(own)), wrong: null }));

/** Why there can be no card of the open digest yet; null when there can. */
export function whyNoCard(state: ConsoleState): string | null {
  const top = topDialog(state);
  if (top?.kind !== 'digest' || recordsWithCost(state, top) !== null) return null;
  return 'What the time cost is still being computed. Try again in a moment.';
}

/** Saves the card of the open digest at the path that was typed. */
async function saveCard(controller: Controller): Promise<void> {
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind !== 'digest' || top.cardPath == null) return;
  const { parts, cardPath } = top;
  const records = recordsWithCost(state, top);
  const failed = (why: string): void =>
    update(
      controller,
      withPath((path) => (path === null ? null : { ...path, wrong: why })),
    );
  if (records === null) {
    failed(whyNoCard(state) ?? '');
    return;
  }
  const { connected } = state;
  const { cardSvg } = await import('./card-svg.ts');
  const card = cardOf({ parts, digest: digestOf(parts, records, contextOf(state)), records, connected });
  const saved = await controller.terminal.saveFile(textIn(cardPath.editor).trim(), cardSvg(card));
  if (!saved.ok) {
    failed(`${saved.error} Type another place.`);
    return;
  }
  update(controller, (now) => showNotice(withPath(() => null)(now), `The card was saved to ${saved.value}.`, 'good'));
}

/** The keys while the path of a card is typed. */
export const cardPathBindings: readonly Binding[] = [
  {
    id: 'save-card',
    keys: ['Enter'],
    label: 'Save the card there',
    hint: 'save',
    run: (controller) => void saveCard(controller),
  },
  {
    id: 'save-no-card',
    keys: ['Esc'],
    label: 'Back to what happened',
    hint: 'back',
    run: transition(withPath(() => null)),
  },
];

/** The field of the path, and what is wrong with it. */
export const cardPathLines = ({ editor, wrong }: CardPath, width: number): readonly DialogLine[] => [
  fieldLine('Save a card to ', editor),
  ...(wrong === null ? [] : textLines(wrong, width, 'bad')),
];
