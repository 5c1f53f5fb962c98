import type { Controller } from '../../store/controller.ts';
import type { Binding } from './binding.ts';

/** Lines of PgUp and PgDn. */
const PAGE = 10;
const FAR = 1_000_000;

/** `letters`: j and k move too, if no text field has them. */
export function scrollBindings(
  dialog: string,
  moves: (by: number) => (controller: Controller) => void,
  {
    verb = 'Move',
    letters = true,
    hint = null,
  }: { readonly verb?: 'Move' | 'Scroll'; readonly letters?: boolean; readonly hint?: string | null } = {},
): readonly Binding[] {
  const keys = (letter: string, name: string): readonly string[] => (letters ? [letter, name] : [name]);
  return [
    { id: `${dialog}-down`, keys: keys('j', 'Down'), label: `${verb} down`, hint, run: moves(1) },
    { id: `${dialog}-up`, keys: keys('k', 'Up'), label: `${verb} up`, run: moves(-1) },
    { id: `${dialog}-page-down`, keys: ['PgDn', 'Ctrl-d'], label: `${verb} down a page`, run: moves(PAGE) },
    { id: `${dialog}-page-up`, keys: ['PgUp', 'Ctrl-u'], label: `${verb} up a page`, run: moves(-PAGE) },
    ...(letters
      ? [
          { id: `${dialog}-first`, keys: ['g', 'Home'], label: `${verb} to the first line`, run: moves(-FAR) },
          { id: `${dialog}-last`, keys: ['G', 'End'], label: `${verb} to the last line`, run: moves(FAR) },
        ]
      : []),
  ];
}
