/**
 * A text that can be forgotten. Old states, components and closures may still refer to it for a while; after `forget` they
 * hold nothing.
 */
export type SecretText = {
  /** The text; empty after `forget`. */
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

/** A value that the service returns only once. Only the dialog that shows it holds it. */
export type Secret = {
  readonly what: 'api-key' | 'private-key';
  readonly title: string;
  readonly name: string;
  /** The identifier of the row it belongs to. */
  readonly fid: string;
  readonly value: SecretText;
  /** Its purpose, in sentences. */
  readonly lines: readonly string[];
  /** The suggested file to save to; `~` is the home folder. */
  readonly path: string;
};
