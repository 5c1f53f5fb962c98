import type { ServiceList } from '../contract/lists.ts';

/** A terminal session that this console opened to an instance. Times in milliseconds since 1970. */
export type Session = {
  readonly fid: string;
  /** The instance it leads to: its fid and what it was called. */
  readonly about: string;
  readonly instance: string;
  readonly destination: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly ended: string | null;
};

/** One line of the activity list: what changed, or what the operator did and how it ended. */
export type ActivityRow = {
  readonly fid: string;
  readonly at: number;
  /** What the service changed happened after this; null when it is known to be of `at`, or nobody had looked before. */
  readonly since: number | null;
  /** Whether it is this console's own to keep in the journal, or came from there. */
  readonly from: 'here' | 'journal';
  readonly who: 'operator' | 'service';
  readonly outcome: 'sent' | 'done' | 'refused' | 'unknown' | 'seen' | 'lost';
  readonly what: string;
  readonly about: {
    readonly pane: ServiceList;
    readonly fid: string;
  } | null;
};
