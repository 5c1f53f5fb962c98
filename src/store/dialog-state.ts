import type { RequestLogEntry } from '../api/log-entry.ts';
import type { JournalEvent } from '../changes/change-event.ts';
import type { TextBuffer } from '../lib/text-buffer.ts';
import type { ConnectionForm } from '../resources/connection-form.ts';
import type { Form, ReviewLine, Values } from '../resources/form.ts';
import type { PaneName } from '../resources/rows.ts';
import type { Secret } from '../resources/write.ts';
import type { OpenQuestion } from './question.ts';
import type { RequestPart } from './request-log.ts';

/** The states of dialogs by kind. A feature adds its own by declaration merging. */
export interface DialogStates {
  readonly 'first-run': { readonly at: number };
  readonly filter: {
    readonly pane: PaneName;
    readonly editor: TextBuffer;
    readonly before: string;
    /** Position in the history, counted back; 0 is the typed filter. */
    readonly back: number;
    readonly completing: FilterCandidates | null;
  };
  readonly 'row-page': RowRef & {
    readonly tab: string;
    readonly at: number;
    readonly views: Partial<RowTabViews>;
  };
  readonly form: OpenForm;
  readonly confirm: {
    readonly question: OpenQuestion;
    /** Why it is no longer possible. The dialog stays, so its answer goes to no pane. */
    readonly impossible: string | null;
    readonly editor: TextBuffer;
    readonly wrong: string | null;
  };
  readonly palette: { readonly editor: TextBuffer; readonly at: number };
  readonly help: { readonly editor: TextBuffer; readonly at: number };
  readonly columns: { readonly pane: PaneName; readonly at: number };
  readonly sort: { readonly pane: PaneName };
  readonly 'view-menu': object;
  readonly copy: { readonly pane: PaneName; readonly fid: string };
  readonly secret: { readonly secret: Secret; readonly step: SecretStep };
  /** Only the client holds the token after the dialog closes. */
  readonly 'sign-in': { readonly editor: TextBuffer; readonly step: SignInStep };
  readonly switch: { readonly editor: TextBuffer; readonly at: number; readonly wrong: string | null };
  readonly requests: {
    readonly entries: readonly RequestLogEntry[];
    readonly part: RequestPart;
    readonly at: number;
    readonly open: boolean;
  };
  readonly settings: {
    /** `at`: among those found by `search`. */
    readonly all: readonly ShownSetting[];
    readonly search: string;
    readonly at: number;
    readonly step: SettingsStep;
  };
  readonly quit: { readonly why: string };
  readonly leaving: object;
}

/** Kept by features' tabs; each adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: members come by declaration merging
export interface RowTabViews {}

export type DialogKind = keyof DialogStates;

export type OpenDialog = {
  [Kind in DialogKind]: { readonly kind: Kind } & DialogStates[Kind];
}[DialogKind];

type States = { readonly [Kind in DialogKind]: Extract<OpenDialog, { kind: Kind }> };

/** Lets the compiler relate a state to the record of its kind. */
export type DialogState<Kind extends DialogKind = DialogKind> = {
  [Each in Kind]: { readonly kind: Each } & States[Each];
}[Kind];

/** Candidates from an offset in UTF-16 units on; `at` was taken. */
export type FilterCandidates = {
  readonly before: string;
  readonly from: number;
  readonly candidates: readonly string[];
  readonly at: number;
};

/** A copy may not have arrived: the terminal does not report it. */
export type SecretCopy = 'not' | 'copied' | 'saved';

export type SecretStep = { readonly kept: SecretCopy } & (
  | { readonly kind: 'shown'; readonly message: string | null }
  | { readonly kind: 'saving'; readonly editor: TextBuffer; readonly wrong: string | null }
  | { readonly kind: 'leaving' }
);

/** The dialog stays until the service has answered: a token typed again must not run as keys. */
export type SignInStep =
  | { readonly kind: 'typing'; readonly wrong: string | null }
  | { readonly kind: 'asking'; readonly since: number }
  | {
      readonly kind: 'accepted';
      readonly place: string | null;
      readonly remark: string | null;
      readonly wrong: string | null;
    };

export type SettingsStep =
  | { readonly kind: 'list' }
  | { readonly kind: 'searching'; readonly editor: TextBuffer }
  | { readonly kind: 'saving' }
  | { readonly kind: 'choosing'; readonly choice: number; readonly wrong: string | null }
  | { readonly kind: 'typing'; readonly editor: TextBuffer; readonly wrong: string | null };

export type FormState = DialogState<'form'>;

type OpenForm = {
  readonly form: Form | ConnectionForm;
  readonly values: Values;
  /** The console's choices; other lists are the operator's. */
  readonly chosen: Values['picked'];
  readonly focus: number;
  readonly editor: TextBuffer;
  /** The suggestion under the cursor; null while the cursor is in the text. */
  readonly choice: string | null;
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
  | { readonly kind: 'connecting'; readonly doing: string; readonly since: number }
  | { readonly kind: 'leaving' };

/** `knownSince`: first poll in the journal, in milliseconds since 1970; null without one. */
export type RowEvents = { readonly events: readonly JournalEvent[]; readonly knownSince: number | null };

export type RowRef = { readonly pane: PaneName; readonly fid: string };

/** A setting on its page, without values of secrets. */
export type ShownSetting = {
  readonly key: string;
  readonly help: string;
  readonly allowed: string;
  readonly common: boolean;
  readonly value: string;
  readonly from: 'flag' | 'environment' | 'config file' | 'default';
  /** The option or variable overriding the config file. */
  readonly stronger: string | null;
  readonly written: string | null;
  readonly choices: readonly string[];
  /** The place to change it, when not on the page. */
  readonly elsewhere: string | null;
  readonly live: boolean;
};

export type SettingsPort = {
  /** @throws a sentence when the config file can't be read. */
  readonly settings: () => Promise<readonly ShownSetting[]>;
  /** An empty text removes the setting. Returns all settings. @throws a sentence; the file is then unchanged. */
  readonly changeSetting: (key: string, typed: string) => Promise<readonly ShownSetting[]>;
};
