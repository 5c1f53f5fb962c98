import type { RequestLogEntry } from '../../api/log-entry.ts';
import type { JournalEvent } from '../../changes/change-event.ts';
import type { ServiceList } from '../../contract/lists.ts';
import type { Editor } from '../../lib/text-buffer.ts';
import type { PauseGroup } from '../../resources/bids/pause-group.ts';
import type { Form, Retype, ReviewLine, Values } from '../../resources/form.ts';
import type { CustomCommand } from '../../resources/parts/custom-command.ts';
import type { Confirmation } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { Secret } from '../../resources/secret.ts';
import type { Write } from '../../resources/write.ts';
import type { ArmedFor, HiddenMarks } from './armed-action.ts';

/** The state of an open dialog; the last one has the keys. */
export type OpenDialog =
  | {
      readonly kind: 'filter';
      readonly pane: PaneName;
      readonly editor: Editor;
      readonly before: string;
      /** How many filters back the one on screen is; 0 is the one that is typed. */
      readonly back: number;
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
      readonly confirmation: Confirmation;
      readonly writes: readonly Write[];
      /** Whether it takes the last change back, which is then no longer there to be undone. */
      readonly undoing: boolean;
      /** Marked rows that a filter hides, left out unless the operator includes them. */
      readonly hidden: HiddenMarks | null;
      /** What it was opened for; null when the writes say it all. */
      readonly for: ArmedFor | null;
      /** The set of bids that they resume, with those of its bids alone. Bids that were resumed leave it. */
      readonly resumes?: PauseGroup;
      readonly editor: Editor;
      readonly wrong: string | null;
    }
  | { readonly kind: 'palette'; readonly editor: Editor; readonly at: number }
  | { readonly kind: 'help'; readonly editor: Editor; readonly top: number }
  /** What everything costs at most, scrolled so far. */
  | { readonly kind: 'exposure'; readonly top: number }
  /** A command of the operator's own is about to run on rows. */
  | {
      readonly kind: 'run';
      readonly command: CustomCommand;
      readonly pane: ServiceList;
      readonly fids: readonly string[];
      readonly hidden: HiddenMarks | null;
    }
  /** What own commands have run, and what one of them said; `fromEnd` is how many lines back it was scrolled. */
  | { readonly kind: 'runs'; readonly at: number }
  | { readonly kind: 'output'; readonly id: number; readonly editor: Editor; readonly fromEnd: number }
  /** The columns of a pane, the one at a place pointed at. */
  | { readonly kind: 'columns'; readonly pane: PaneName; readonly at: number }
  | { readonly kind: 'copy'; readonly pane: PaneName; readonly fid: string }
  | { readonly kind: 'secret'; readonly secret: Secret; readonly step: SecretStep }
  /** Another token is typed; it goes to the client and is nowhere else when this closes. */
  | { readonly kind: 'sign-in'; readonly editor: Editor; readonly wrong: string | null }
  | { readonly kind: 'switch'; readonly editor: Editor; readonly at: number; readonly wrong: string | null }
  /** The last requests, as they were when it was opened; `open` shows what was sent and answered. */
  | {
      readonly kind: 'requests';
      readonly entries: readonly RequestLogEntry[];
      readonly at: number;
      readonly open: boolean;
    }
  /** What a bid went through; new events join while it is open. */
  | {
      readonly kind: 'history';
      readonly fid: string;
      readonly bidEvents: BidEvents;
      readonly spanMs: number;
      readonly top: number;
    }
  | { readonly kind: 'quit'; readonly why: string };

export type DialogKind = OpenDialog['kind'];

type States = { readonly [Kind in DialogKind]: Extract<OpenDialog, { kind: Kind }> };

/** The state of a dialog of one kind; written so that the compiler relates it to the record of that kind. */
export type DialogState<Kind extends DialogKind = DialogKind> = {
  [Each in Kind]: { readonly kind: Each } & States[Each];
}[Kind];

/** What became of a secret so far. A copy may not have arrived: the terminal decides that and does not tell. */
export type Kept = 'not' | 'copied' | 'saved';

/** Whether a secret is being looked at, saved to a file, or about to be thrown away. */
export type SecretStep = { readonly kept: Kept } & (
  | { readonly kind: 'shown'; readonly message: string | null }
  | { readonly kind: 'saving'; readonly editor: Editor; readonly wrong: string | null }
  | { readonly kind: 'leaving' }
);

/** An open form: what is typed in it outlives every refusal. */
export type FormState = {
  readonly kind: 'form';
  readonly form: Form;
  readonly values: Values;
  readonly focus: number;
  /** The text under the cursor, of the focused field. */
  readonly editor: Editor;
  /** Which suggestion is offered, or which choice is pointed at. */
  readonly choice: number;
  readonly errors: Readonly<Record<string, string>>;
  readonly refusal: string | null;
  readonly dirty: boolean;
  readonly step: FormStep;
};

export type FormStep =
  | { readonly kind: 'fields' }
  | {
      readonly kind: 'review';
      readonly writes: readonly [Write, ...Write[]];
      readonly lines: readonly ReviewLine[];
      readonly retype: Retype | null;
      readonly editor: Editor;
      readonly wrong: string | null;
      readonly top: number;
    }
  | { readonly kind: 'sending'; readonly lines: readonly ReviewLine[] }
  | { readonly kind: 'leaving' };

/** What is told of a bid and of its instances, and since when somebody has looked: null when nobody has. Milliseconds since 1970. */
export type BidEvents = { readonly events: readonly JournalEvent[]; readonly knownSince: number | null };
