import type { Controller } from '../../store/controller.ts';
import type { Press } from './binding.ts';

/** What a typed text is compared with. */
export type SearchTarget = {
  readonly label: string;
  /** Names that find it before anything else, in full or by their beginning. */
  readonly names?: readonly string[];
  /** Other words for it that people type. */
  readonly searchWords?: readonly string[];
  /** Where it belongs: a pane, or the kind of a row. */
  readonly where?: string;
  /** Identifier of a row: found by its beginning alone, because any letters are somewhere in the middle of one. */
  readonly fid?: string;
};

/** Entry of the palette: an action, a pane or row to go to, or words that it types and the operator completes. */
export type Entry = SearchTarget & { readonly note: string } & (
    | { readonly run: (controller: Controller, press: Press) => void }
    | { readonly types: string }
  );

/** Palette command that takes a name: `view save gpu-eu`. */
export type PaletteCommand = {
  readonly words: string;
  readonly does: string;
  readonly searchWords: readonly string[];
  readonly run: (name: string) => (controller: Controller, press: Press) => void;
};
