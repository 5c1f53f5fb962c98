import type { DialogKind, DialogState, RowRef } from '../../store/dialog-state.ts';
import { type BroughtQuestions, composedQuestions } from '../../store/questions/kernel-questions.ts';
import type { Features } from '../../store/state.ts';
import { columns } from '../dialogs/columns.ts';
import { createConfirm } from '../dialogs/confirm.ts';
import { createCopy } from '../dialogs/copy.ts';
import type { Dialogs } from '../dialogs/dialog.ts';
import { filter } from '../dialogs/filter.ts';
import { firstRun } from '../dialogs/first-run.ts';
import { createForm } from '../dialogs/form.ts';
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
import { globalBindings, paneBindings, tapBindings } from './global-bindings.ts';
import { help } from './help.ts';
import { answer, askWithHidden } from './key-to-write.ts';
import { eventGroupBindings, listBindings } from './list-bindings.ts';
import { palette } from './palette.ts';
import { actionBindings } from './resource-bindings.ts';
import { sizeBindings } from './size-bindings.ts';

/** In the order of the menu. */
const heldByViewMenu: readonly PaneBinding[] = [
  ...sizeBindings.slice(0, 1),
  ...(columns.openFrom === undefined ? [] : [columns.openFrom]),
  ...listBindings,
  ...globalBindings,
  ...sizeBindings.slice(1),
];

/** In the order of the help. */
const kernelDialogs = (features: Features) =>
  ({
    'first-run': firstRun,
    'row-page': rowPage,
    filter,
    requests,
    form: createForm(answer),
    confirm: createConfirm(answer, askWithHidden),
    palette,
    help,
    columns,
    'view-menu': createViewMenu(heldByViewMenu),
    sort,
    copy: createCopy(features),
    secret,
    switch: switchProject,
    'sign-in': signIn,
    settings,
    quit: quitDialog,
    leaving,
  }) satisfies Partial<Dialogs>;

/** A feature's dialog without a record does not compile. */
type BroughtDialogs = Pick<Dialogs, Exclude<DialogKind, keyof ReturnType<typeof kernelDialogs>>>;

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

/** Null for a page of no row, undefined for another dialog. */
const rowShown = <Kind extends DialogKind>(dialogs: Dialogs, own: DialogState<Kind>): RowRef | null | undefined =>
  dialogs[own.kind].page?.(own);

/** Adds dialogs, bindings and questions of the kernel and of all features. */
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
