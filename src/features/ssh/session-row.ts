declare module '../../resources/rows.ts' {
  interface Rows {
    readonly sessions: Session;
  }
}

/** A terminal session that this console opened to an instance. Times in milliseconds since 1970. */
export type Session = {
  readonly fid: string;
  /** The fid of its instance, and the instance's name when the session was opened. */
  readonly about: string;
  readonly instance: string;
  readonly destination: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly ended: string | null;
};
