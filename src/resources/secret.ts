/**
 * A text that can be forgotten. States, components and closures of a moment that is over may hold it for a while; they hold
 * nothing any more once it was forgotten.
 */
export type SecretText = {
  /** The text; empty when it was forgotten. */
  readonly read: () => string;
  readonly forget: () => void;
};

export function secretText(text: string): SecretText {
  let kept = text;
  return {
    read: () => kept,
    forget: () => {
      kept = '';
    },
  };
}

/** Something the service says only once. It is in the modal that shows it and nowhere else. */
export type Secret = {
  readonly what: 'api-key' | 'private-key';
  readonly title: string;
  readonly name: string;
  /** The identifier of what it belongs to. */
  readonly fid: string;
  readonly value: SecretText;
  /** What it is for and where it goes. */
  readonly lines: readonly string[];
  /** Offered as the file to save to; `~` is the home folder. */
  readonly path: string;
};
