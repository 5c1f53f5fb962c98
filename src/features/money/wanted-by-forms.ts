import { textOf, type Values } from '../../resources/form.ts';
import { identifierOf } from '../../resources/parts/aliases.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { WantedPrice } from '../extras/wanted.ts';

/** What open forms for new bids ask for, as far as it is typed. */
export const wantedByForms = ({ dialogs, connected: { aliases } }: ConsoleState): readonly WantedPrice[] =>
  dialogs.flatMap((dialog) => {
    if (dialog.kind !== 'form' || dialog.form.id !== 'place-bid') return [];
    const typed = (id: string): string => identifierOf(textOf(dialog.values, id).trim(), aliases);
    const quantity = quantityIn(dialog.values);
    return quantity === null ? [] : [{ type: typed('type'), region: typed('region'), quantity }];
  });

function quantityIn(values: Values): number | null {
  const text = textOf(values, 'quantity').trim();
  if (text === '') return 1;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}
