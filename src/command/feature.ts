import type { Command } from 'commander';

/** What a feature brings while a program runs: whatever needs its code. Loaded after the words of the command line. */
export type FeatureParts<Dialogs extends object> = {
  /** The records of its dialogs, by kind. */
  readonly dialogs?: Dialogs;
};

/**
 * A feature: one folder and one line in `features/index.ts`. Its record is loaded by every command and holds words alone; what has code is
 * loaded by the functions that return a promise.
 */
export type Feature<Dialogs extends object = object> = {
  readonly name: string;
  /** Adds its commands to the command line; each loads its work when it runs. */
  readonly commands?: (program: Command) => void;
  readonly parts?: () => Promise<FeatureParts<Dialogs>>;
};

/** The parts of all features together. */
export type LoadedFeatures<Dialogs extends object> = {
  readonly dialogs: Dialogs;
};

/** All features of the program, each after those that it may import from. Its type has what they bring, so that nothing can be missing. */
export type FeatureList<Dialogs extends object> = {
  readonly records: readonly Feature[];
  readonly with: <Own extends object>(feature: Feature<Own>) => FeatureList<Dialogs & Own>;
  /** Loads the parts of all features. */
  readonly load: () => Promise<LoadedFeatures<Dialogs>>;
};

function listOf<Dialogs extends object>(
  records: readonly Feature[],
  load: () => Promise<LoadedFeatures<Dialogs>>,
): FeatureList<Dialogs> {
  return {
    records,
    with: <Own extends object>(feature: Feature<Own>) =>
      listOf<Dialogs & Own>([...records, feature], async () => {
        const [before, own] = await Promise.all([load(), feature.parts?.()]);
        return { dialogs: Object.assign({}, before.dialogs, own?.dialogs) };
      }),
    load,
  };
}

/** The list of a program without a feature. */
export const noFeatures: FeatureList<object> = listOf([], () => Promise.resolve({ dialogs: {} }));
