import type { RequestLogEntry } from '../../api/log-entry.ts';
import type { JournalEvent } from '../../changes/change-event.ts';
import type { DigestPart } from '../../features/digest/part.ts';
import type { CostPeriod } from '../../features/money/cost-periods.ts';
import type { RotationDialog } from '../../features/rotation/rotation-dialog.ts';
import type { TextBuffer } from '../../lib/text-buffer.ts';
import type { ConnectionForm } from '../../resources/connection-form.ts';
import type { Form, ReviewLine, Values } from '../../resources/form.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { Secret } from '../../resources/secret.ts';
import type { OpenQuestion } from '../questions/question.ts';
import type { RequestPart } from '../request-log.ts';

/** The state of an open dialog; the last one receives the keys. */
export type OpenDialog =
  /** The first screen of a console without a service; `at` is the index of the selected choice. */
  | { readonly kind: 'first-run'; readonly at: number }
  | {
      readonly kind: 'filter';
      readonly pane: PaneName;
      readonly editor: TextBuffer;
      readonly before: string;
      /** Position of the shown filter in the history, counted back; 0 is the typed one. */
      readonly back: number;
      /** What Tab completed just now, from which text before the cursor; null once something else was typed. */
      readonly completing: FilterCandidates | null;
      /** What was typed or pasted last did not fit. */
      readonly isCut?: boolean;
    }
  | {
      readonly kind: 'detail';
      readonly pane: PaneName;
      readonly fid: string;
      readonly line: number;
      readonly raw: boolean;
    }
  | FormState
  | {
      readonly kind: 'confirm';
      readonly question: OpenQuestion;
      /** Why it is no longer possible; null while it is. The dialog stays, so that its answer goes to no pane. */
      readonly impossible: string | null;
      readonly editor: TextBuffer;
      readonly wrong: string | null;
    }
  | { readonly kind: 'palette'; readonly editor: TextBuffer; readonly at: number }
  | { readonly kind: 'help'; readonly editor: TextBuffer; readonly at: number }
  /** The exposure dialog, with costs of now or of a period; `top` is its first shown line. */
  | { readonly kind: 'exposure'; readonly period: CostPeriod; readonly top: number }
  /** What happened in a time; `away` when nobody looked in it, `at` is the index of the selected row. */
  | {
      readonly kind: 'digest';
      readonly parts: readonly DigestPart[];
      readonly away: boolean;
      readonly at: number;
    }
  /** The runs of custom commands, and the output of one; `fromEnd` is the number of lines it is scrolled back. */
  | { readonly kind: 'runs'; readonly at: number }
  | { readonly kind: 'output'; readonly id: number; readonly editor: TextBuffer; readonly fromEnd: number }
  /** The columns of a pane; `at` is the selected one. */
  | { readonly kind: 'columns'; readonly pane: PaneName; readonly at: number }
  /** The letters of the columns that a pane can be sorted by. */
  | { readonly kind: 'sort'; readonly pane: PaneName }
  | { readonly kind: 'copy'; readonly pane: PaneName; readonly fid: string }
  | { readonly kind: 'secret'; readonly secret: Secret; readonly step: SecretStep }
  /** Input of another token; only the client holds it after the dialog closes. */
  | { readonly kind: 'sign-in'; readonly editor: TextBuffer; readonly wrong: string | null }
  | { readonly kind: 'switch'; readonly editor: TextBuffer; readonly at: number; readonly wrong: string | null }
  /** The last requests when it was opened, and which of them are shown; `open` shows request and response of the selected one. */
  | {
      readonly kind: 'requests';
      readonly entries: readonly RequestLogEntry[];
      readonly part: RequestPart;
      readonly at: number;
      readonly open: boolean;
    }
  /** The history of a bid; new events are added while it is open. */
  | {
      readonly kind: 'history';
      readonly fid: string;
      readonly bidEvents: BidEvents;
      readonly spanMs: number;
      readonly top: number;
    }
  | RotationDialog
  | { readonly kind: 'quit'; readonly why: string }
  /** The program ends once the writes under way are answered. */
  | { readonly kind: 'leaving' };

/** Candidates that follow a text from an offset in UTF-16 units on, and the index of the one that was taken. */
export type FilterCandidates = {
  readonly before: string;
  readonly from: number;
  readonly candidates: readonly string[];
  readonly at: number;
};

export type DialogKind = OpenDialog['kind'];

type States = { readonly [Kind in DialogKind]: Extract<OpenDialog, { kind: Kind }> };

/** The state of a dialog of one kind, in a form that lets the compiler relate it to the record of that kind. */
export type DialogState<Kind extends DialogKind = DialogKind> = {
  [Each in Kind]: { readonly kind: Each } & States[Each];
}[Kind];

/** Whether a secret was copied or saved so far. A copy may not have arrived: the terminal does not report it. */
export type SecretCopy = 'not' | 'copied' | 'saved';

/** The step of the secret dialog: shown, being saved to a file, or about to be discarded. */
export type SecretStep = { readonly kept: SecretCopy } & (
  | { readonly kind: 'shown'; readonly message: string | null }
  | { readonly kind: 'saving'; readonly editor: TextBuffer; readonly wrong: string | null }
  | { readonly kind: 'leaving' }
);

/** An open form; typed values stay after every refusal. */
export type FormState = {
  readonly kind: 'form';
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

/** Journal events of a bid and its instances. `knownSince`: first poll in the journal, in milliseconds since 1970; null without one. */
export type BidEvents = { readonly events: readonly JournalEvent[]; readonly knownSince: number | null };
