import type { DialogKind, DialogState, RowRef } from '../../store/dialog-state.ts';
import { type BroughtQuestions, composedQuestions } from '../../store/questions/ask.ts';
import type { Features } from '../../store/state.ts';
import { columns } from '../dialogs/columns.ts';
import { confirm } from '../dialogs/confirm.ts';
import { createCopy } from '../dialogs/copy.ts';
import type { Dialogs } from '../dialogs/dialog.ts';
import { filter } from '../dialogs/filter.ts';
import { firstRun } from '../dialogs/first-run.ts';
import { form } from '../dialogs/form.ts';
import { createViewMenu } from '../dialogs/menu.ts';
import { previewBindings } from '../dialogs/preview.ts';
import { leaving, quitDialog } from '../dialogs/quit.ts';
import { requests } from '../dialogs/requests.ts';
import { rowPage, tabBinding } from '../dialogs/row-page.ts';
import type { LoadedScreen, Screen, ScreenParts } from '../dialogs/screen.ts';
import { secret } from '../dialogs/secret.ts';
import { settings } from '../dialogs/settings.ts';
import { signIn } from '../dialogs/sign-in.ts';
import { sort } from '../dialogs/sort.ts';
import { switchProject } from '../dialogs/switch.ts';
import type { PaneBinding } from '../keys/binding.ts';
import { keyGroups, paletteEntries, quit } from './all-bindings.ts';
import { eventGroupBindings } from './event-group-bindings.ts';
import { globalBindings, paneBindings } from './global-bindings.ts';
import { createHelp } from './help-dialog.ts';
import { listBindings } from './list-bindings.ts';
import { createPalette } from './palette.ts';
import { tapBindings } from './questions.ts';
import { actionBindings } from './resource-bindings.ts';
import { sizeBindings } from './size-bindings.ts';

/** What the view menu holds, in its order. */
const heldByViewMenu: readonly PaneBinding[] = [
  ...sizeBindings.slice(0, 1),
  ...(columns.openFrom === undefined ? [] : [columns.openFrom]),
  ...listBindings,
  ...globalBindings,
  ...sizeBindings.slice(1),
];

/** The dialogs of the kernel, in the order of the help. */
const kernelDialogs = (features: Features) =>
  ({
    'first-run': firstRun,
    'row-page': rowPage,
    filter,
    requests,
    form,
    confirm,
    palette: createPalette(paletteEntries),
    help: createHelp(keyGroups),
    columns,
    'view-menu': createViewMenu(heldByViewMenu),
    sort,
    copy: createCopy(features),
    secret,
    switch: switchProject,
    'sign-in': signIn,
    settings,
    quit: quitDialog(quit),
    leaving,
  }) satisfies Partial<Dialogs>;

/** The dialogs that features bring: a kind without a record does not compile. */
type BroughtDialogs = Pick<Dialogs, Exclude<DialogKind, keyof ReturnType<typeof kernelDialogs>>>;

/** The kinds of all dialogs in the order of the help. */
function kindsInOrder(kernel: readonly string[], parts: readonly ScreenParts[]): readonly string[] {
  const brought = parts.map(({ dialogs, place }) => ({ kinds: Object.keys(dialogs ?? {}), place }));
  const at = (side: 'after' | 'before', kind: string): readonly string[] =>
    brought.flatMap(({ kinds, place }) =>
      place !== undefined && Object.entries(place).some(([own, of]) => own === side && of === kind) ? kinds : [],
    );
  return [
    ...kernel.flatMap((kind) => [...at('before', kind), kind, ...at('after', kind)]),
    ...brought.flatMap(({ kinds, place }) => (place === undefined ? kinds : [])),
  ];
}

function screenWith(features: Features, { dialogs: brought, parts }: LoadedScreen<BroughtDialogs, object>): Screen {
  const kernel = kernelDialogs(features);
  const dialogs: Dialogs = { ...kernel, ...brought };
  const kinds = kindsInOrder(Object.keys(kernel), parts);
  const ordered = Object.values(dialogs).toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  return {
    dialogs,
    ordered,
    bindings: [
      ...tapBindings,
      ...actionBindings(features),
      ...eventGroupBindings,
      ...ordered.flatMap(({ openFrom }) => openFrom ?? []),
      ...parts.flatMap(({ rowTabs }) => (rowTabs ?? []).flatMap((tab) => tabBinding(tab) ?? [])),
      ...listBindings,
      ...previewBindings,
      ...paneBindings(features),
      ...globalBindings,
      ...parts.flatMap(({ bindings }) => bindings ?? []),
      ...sizeBindings,
    ],
    parts,
  };
}

/** The row that a page shows; null for a page of no row, undefined for a dialog that is no page. */
const rowShown = <Kind extends DialogKind>(dialogs: Dialogs, own: DialogState<Kind>): RowRef | null | undefined =>
  dialogs[own.kind].page?.(own);

/** Adds to the value of a state what a program with a screen needs: dialogs, bindings and questions, of the kernel and of all features. */
export function withScreen(features: Features, loaded: LoadedScreen<BroughtDialogs, BroughtQuestions>): Features {
  const works = new Map(loaded.parts.flatMap((part) => part.works ?? []));
  const screen = screenWith(features, loaded);
  return {
    ...features,
    screen,
    questions: composedQuestions(loaded.questions),
    works,
    pageRow: (dialog) => rowShown(screen.dialogs, dialog),
  };
}
