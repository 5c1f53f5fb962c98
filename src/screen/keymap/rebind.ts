import type { Outcome } from '../../api/result.ts';
import { nearest } from '../../lib/nearest.ts';
import { graphemesOf } from '../../lib/width.ts';
import type { Features, KeyOverrides } from '../../store/state.ts';
import { screenOf } from '../dialogs/screen.ts';
import type { PaneBinding, Scope } from '../keys/binding.ts';
import { builtInBindings } from './active-bindings.ts';

const isInEveryPane = (scope: Scope): boolean =>
  scope === 'list' || scope === 'everywhere' || typeof scope === 'object';
/** Dialogs and the second tap keep their keys: texts name them, and the operator must be able to leave. */
const isChangeable = (scope: Scope): boolean => scope !== 'tap';

const NAMED = /^(?:Up|Down|Left|Right|PgUp|PgDn|Home|End|Enter|Esc|Tab|Shift-Tab|Space|Backspace|Delete)$/;
const WITH_MODIFIER = /^(?:Ctrl-[a-z]|Alt-[!-~])$/;

/** The commands whose keys can be changed, with their default keys. */
export function changeableCommands(features: Features): readonly PaneBinding[] {
  return changeable(builtInBindings(features, new Map()));
}

type WrongKey = { readonly command: string; readonly why: string };

/** Commands and keys have to exist, and no key may have two meanings in a pane. */
export function checkKeyOverrides(features: Features, keyOverrides: KeyOverrides): Outcome<KeyOverrides, WrongKey> {
  const known = changeableCommands(features).flatMap(({ id, formerly }) => [id, ...(formerly?.ids ?? [])]);
  const moved = screenOf({ features }).parts.flatMap((part) => part.moved ?? []);
  for (const [command, keys] of keyOverrides) {
    if (command.startsWith('sort-by-'))
      return wrong(
        command,
        `${command} has no key of its own any more: give one to sort-column, which then asks for a letter.`,
      );
    // An old file still works: the key names the new way.
    if (moved.some((one) => one.command === command)) continue;
    if (!known.includes(command)) return wrong(command, `there is no command ${command}. ${meantOf(command, known)}`);
    const odd = keys.find((key) => !isKey(key));
    if (odd !== undefined)
      return wrong(
        command,
        `${command} can't be on "${odd}": a key is one character or a name such as Ctrl-u, PgUp, Space.`,
      );
    if (keys.includes('Ctrl-c') && command !== 'quit')
      return wrong(command, `Ctrl-c always quits; ${command} needs another key.`);
  }
  const after = changeable(builtInBindings(features, keyOverrides));
  for (const pane of features.paneNames) {
    const here = after.filter(({ scope }) => scope === pane || isInEveryPane(scope));
    for (const paneBinding of here.filter((binding) => isChanged(binding, keyOverrides))) {
      const other = here.find(
        (each) => each.id !== paneBinding.id && each.keys.some((key) => paneBinding.keys.includes(key)),
      );
      const key = other?.keys.find((each) => paneBinding.keys.includes(each));
      if (other !== undefined)
        return wrong(
          paneBinding.id,
          `in ${features.panes[pane].title} ${key} would mean both ${paneBinding.id} and ${other.id}: give one of them another key.`,
        );
    }
  }
  return { ok: true, value: keyOverrides };
}

const isChanged = ({ id, formerly }: PaneBinding, keyOverrides: KeyOverrides): boolean =>
  keyOverrides.has(id) || formerly?.ids?.some((each) => keyOverrides.has(each)) === true;

const changeable = (bindings: readonly PaneBinding[]): readonly PaneBinding[] =>
  bindings.filter(({ scope }) => isChangeable(scope));

const isKey = (name: string): boolean =>
  NAMED.test(name) || WITH_MODIFIER.test(name) || (/^[^\s\p{C}]/u.test(name) && [...graphemesOf(name)].length === 1);

const meantOf = (command: string, known: readonly string[]): string => {
  const meant = nearest(command, known);
  return meant === null ? `There are: ${known.join(', ')}.` : `Did you mean ${meant}?`;
};

const wrong = (command: string, why: string): Outcome<KeyOverrides, WrongKey> => ({
  ok: false,
  error: { command, why },
});
