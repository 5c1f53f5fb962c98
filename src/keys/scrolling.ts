import type { Desk } from '../state/desk.ts';
import type { Binding, Scope } from './binding.ts';

/** As far as PgUp and PgDn go in what lies over the panes. */
const PAGE = 10;

/** The keys that move in what lies over the panes: by a line, with letters too where no text is typed, and by a page. */
export function movingBindings(
  scope: Scope,
  moves: (by: number) => (desk: Desk) => void,
  {
    verb,
    letters,
    hint,
  }: { readonly verb: 'Move' | 'Scroll'; readonly letters: boolean; readonly hint: string | null },
): readonly Binding[] {
  const keys = (letter: string, name: string): readonly string[] => (letters ? [letter, name] : [name]);
  return [
    { id: `${scope}-down`, keys: keys('j', 'Down'), label: `${verb} down`, hint, scope, run: moves(1) },
    { id: `${scope}-up`, keys: keys('k', 'Up'), label: `${verb} up`, hint: null, scope, run: moves(-1) },
    {
      id: `${scope}-page-down`,
      keys: ['PgDn', 'Ctrl-d'],
      label: `${verb} down a page`,
      hint: null,
      scope,
      run: moves(PAGE),
    },
    {
      id: `${scope}-page-up`,
      keys: ['PgUp', 'Ctrl-u'],
      label: `${verb} up a page`,
      hint: null,
      scope,
      run: moves(-PAGE),
    },
  ];
}
