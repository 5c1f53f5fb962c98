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
export type Happening = {
  readonly fid: string;
  readonly at: number;
  readonly who: 'operator' | 'service';
  readonly outcome: 'sent' | 'done' | 'refused' | 'unknown' | 'seen';
  readonly what: string;
  readonly about: {
    readonly pane: 'bids' | 'instances' | 'volumes' | 'sshKeys' | 'apiKeys';
    readonly fid: string;
  } | null;
};
