/** A part of the documentation that is made from declarations. The file `docs.ts` of a feature brings those about it as `docs`. */
export type DocsPart = {
  /** Path of its file, as `docs/machines.md`. */
  readonly file: string;
  /** Name of the marks that it stands between; null when it is the whole file. */
  readonly marks: string | null;
  readonly text: () => string;
};
