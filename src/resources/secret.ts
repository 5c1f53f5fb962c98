/** Something the service says only once. It lives in the modal that shows it and nowhere else. */
export type Secret = {
  readonly what: 'api-key' | 'private-key';
  readonly title: string;
  readonly name: string;
  /** The identifier of what it belongs to. */
  readonly fid: string;
  readonly value: string;
  /** What it is for and where it goes. */
  readonly lines: readonly string[];
  /** Offered as the file to save to; `~` is the home folder. */
  readonly path: string;
};
