import type { RequestLogEntry } from '../api/log-entry.ts';
import type { JournalEvent } from '../changes/change-event.ts';
import type { TextBuffer } from '../lib/text-buffer.ts';
import type { ConnectionForm } from '../resources/connection-form.ts';
import type { Form, ReviewLine, Values } from '../resources/form.ts';
import type { PaneName } from '../resources/rows.ts';
import type { Secret } from '../resources/secret.ts';
import type { OpenQuestion } from './question.ts';
import type { RequestPart } from './request-log.ts';
import type { RowRef } from './row-ref.ts';
import type { ShownSetting } from './shown-setting.ts';

/** The states of the kinds of dialogs, without their kind. A feature adds those of its own by declaration merging. */
export interface DialogStates {
  /** The first screen of a console without a service; `at` is the index of the selected choice. */
  readonly 'first-run': { readonly at: number };
  readonly filter: {
    readonly pane: PaneName;
    readonly editor: TextBuffer;
    readonly before: string;
    /** Position of the shown filter in the history, counted back; 0 is the typed one. */
    readonly back: number;
    /** What Tab completed just now, from which text before the cursor; null once something else was typed. */
    readonly completing: FilterCandidates | null;
  };
  /** The page of a row at one of its tabs. `at`: the index of the selected item, or of the first line of a tab without items. */
  readonly 'row-page': RowRef & {
    readonly tab: string;
    readonly at: number;
    /** What tabs keep while the page is open, by tab. */
    readonly views: Partial<RowTabViews>;
  };
  readonly form: OpenForm;
  readonly confirm: {
    readonly question: OpenQuestion;
    /** Why it is no longer possible; null while it is. The dialog stays, so that its answer goes to no pane. */
    readonly impossible: string | null;
    readonly editor: TextBuffer;
    readonly wrong: string | null;
  };
  readonly palette: { readonly editor: TextBuffer; readonly at: number };
  readonly help: { readonly editor: TextBuffer; readonly at: number };
  /** The columns of a pane; `at` is the selected one. */
  readonly columns: { readonly pane: PaneName; readonly at: number };
  /** The letters of the columns that a pane can be sorted by. */
  readonly sort: { readonly pane: PaneName };
  readonly 'view-menu': object;
  readonly copy: { readonly pane: PaneName; readonly fid: string };
  readonly secret: { readonly secret: Secret; readonly step: SecretStep };
  /** Input of another token; only the client holds it after the dialog closes. */
  readonly 'sign-in': { readonly editor: TextBuffer; readonly step: SignInStep };
  readonly switch: { readonly editor: TextBuffer; readonly at: number; readonly wrong: string | null };
  /** The last requests when it was opened, and which of them are shown; `open` shows request and response of the selected one. */
  readonly requests: {
    readonly entries: readonly RequestLogEntry[];
    readonly part: RequestPart;
    readonly at: number;
    readonly open: boolean;
  };
  /** The settings, those that people set first. */
  readonly settings: { readonly all: readonly ShownSetting[]; readonly at: number; readonly step: SettingsStep };
  readonly quit: { readonly why: string };
  /** The program ends once the writes under way are answered. */
  readonly leaving: object;
}

/** What the tabs of features keep while the page of a row is open; each adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: members come by declaration merging
export interface RowTabViews {}

export type DialogKind = keyof DialogStates;

/** The state of an open dialog; the last one receives the keys. */
export type OpenDialog = {
  [Kind in DialogKind]: { readonly kind: Kind } & DialogStates[Kind];
}[DialogKind];

type States = { readonly [Kind in DialogKind]: Extract<OpenDialog, { kind: Kind }> };

/** The state of a dialog of one kind, in a form that lets the compiler relate it to the record of that kind. */
export type DialogState<Kind extends DialogKind = DialogKind> = {
  [Each in Kind]: { readonly kind: Each } & States[Each];
}[Kind];

/** Candidates that follow a text from an offset in UTF-16 units on, and the index of the one that was taken. */
export type FilterCandidates = {
  readonly before: string;
  readonly from: number;
  readonly candidates: readonly string[];
  readonly at: number;
};

/** Whether a secret was copied or saved so far. A copy may not have arrived: the terminal does not report it. */
export type SecretCopy = 'not' | 'copied' | 'saved';

/** The step of the secret dialog: shown, being saved to a file, or about to be discarded. */
export type SecretStep = { readonly kept: SecretCopy } & (
  | { readonly kind: 'shown'; readonly message: string | null }
  | { readonly kind: 'saving'; readonly editor: TextBuffer; readonly wrong: string | null }
  | { readonly kind: 'leaving' }
);

/**
 * How far signing in is. The dialog stays until the service has answered, and what is typed until then goes into its field: a token that is
 * typed again must not run as keys.
 */
export type SignInStep =
  | { readonly kind: 'typing'; readonly wrong: string | null }
  /** The service is asked; `since` in milliseconds since 1970. */
  | { readonly kind: 'asking'; readonly since: number }
  /** The token is in use. `place` is where it can be saved, in words; `remark` and `wrong` are sentences. */
  | {
      readonly kind: 'accepted';
      readonly place: string | null;
      readonly remark: string | null;
      readonly wrong: string | null;
    };

/** The step of the settings page: the list, or the setting at the cursor while it is changed, chosen, typed or saved. */
export type SettingsStep =
  | { readonly kind: 'list' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'choosing'; readonly choice: number; readonly wrong: string | null }
  | { readonly kind: 'typing'; readonly editor: TextBuffer; readonly wrong: string | null };

export type FormState = DialogState<'form'>;

/** An open form; typed values stay after every refusal. */
type OpenForm = {
  readonly form: Form | ConnectionForm;
  readonly values: Values;
  /** Choices that the console has made; a field with another list of choices was changed by the operator. */
  readonly chosen: Values['picked'];
  readonly focus: number;
  /** The text under the cursor, of the focused field. */
  readonly editor: TextBuffer;
  /** Value of the suggestion under the cursor; null while the cursor is in the text. */
  readonly choice: string | null;
  /** Texts that follow from other fields, by field id. */
  readonly followed: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly refusal: string | null;
  readonly dirty: boolean;
  readonly step: FormStep;
};

export type FormStep =
  | { readonly kind: 'fields' }
  | {
      readonly kind: 'review';
      readonly question: OpenQuestion;
      readonly editor: TextBuffer;
      readonly wrong: string | null;
      readonly top: number;
    }
  | { readonly kind: 'sending'; readonly lines: readonly ReviewLine[] }
  /** A connection is tried; `since` in milliseconds since 1970. */
  | { readonly kind: 'connecting'; readonly doing: string; readonly since: number }
  | { readonly kind: 'leaving' };

/** Journal events of a row, and of a bid's instances. `knownSince`: first poll in the journal, in milliseconds since 1970; null without one. */
export type RowEvents = { readonly events: readonly JournalEvent[]; readonly knownSince: number | null };
