import { type Controller, update } from '../../store/controller.ts';
import { dialogClosed, dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, type PaneBinding, transition } from '../keys/binding.ts';
import { closes, type Dialog } from './dialog.ts';
import { type FootLine, inLines } from './line.ts';

/** `now`: so already. `able`: possible now. */
export type MenuItem = {
  readonly key: string;
  readonly words: string;
  readonly now?: boolean;
  readonly able?: boolean;
};

/** A click on an item presses its key. */
export function menuLines(title: string, items: readonly MenuItem[], width: number): readonly FootLine[] {
  const pieces: readonly FootLine[] = [
    [{ text: ` ${title}`, key: null }],
    ...items.map(
      ({ key, words, now = false, able = true }): FootLine => [
        { text: ` ${key}`, tone: able ? 'accent' : 'dim', key },
        { text: ` ${words} `, tone: now ? 'strong' : 'dim', key },
      ],
    ),
    [
      { text: ' Esc', tone: 'accent', key: 'Esc' },
      { text: ' back', tone: 'dim', key: 'Esc' },
    ],
  ];
  return inLines(pieces, width);
}

export const menuFoot = { clickedBeside: dialogClosed, closesWithOtherKeys: true } as const;

const inMenu = ({ menu, ...binding }: PaneBinding): readonly Binding[] =>
  menu === undefined
    ? []
    : [
        {
          ...binding,
          keys: [menu.letter],
          hint: menu.words,
          run: (controller: Controller, press) => {
            if (menu.stays !== true) update(controller, dialogClosed);
            binding.run(controller, press);
          },
        },
      ];

const isShown =
  (state: ConsoleState) =>
  ({ when }: Binding): boolean =>
    when?.(state) ?? true;

/** The bindings with a letter of it. */
export function createViewMenu(held: readonly PaneBinding[]): Dialog<'view-menu'> {
  const items = held.flatMap(inMenu);
  return {
    kind: 'view-menu',
    openFrom: {
      id: 'view-menu',
      keys: ['z'],
      label: 'View: zoom, columns, groups, ended rows, freeze, sizes, theme',
      names: ['view'],
      searchWords: ['view', 'look', 'layout'],
      hint: 'view',
      hintLast: 70,
      scope: 'everywhere',
      ofPanes: true,
      run: transition((state) => dialogOpened(state, { kind: 'view-menu' })),
    },
    title: () => 'View',
    lines: () => [],
    foot: {
      ...menuFoot,
      lines: (state) =>
        menuLines(
          'View',
          items.filter(isShown(state)).map(({ keys: [key = ''], hint, disabled }) => ({
            key,
            words: hint ?? '',
            able: (disabled?.(state) ?? null) === null,
          })),
          state.size.columns,
        ),
    },
    helpTitle: 'View menu',
    bindings: [...items, { ...closes('view-menu', ['Esc'], 'Back') }],
  };
}
