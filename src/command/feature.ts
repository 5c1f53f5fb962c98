// command: what the commands of the command line share, and the record of a feature.

import type { Command } from 'commander';
import type { ConsolePart, RunningConsole, RuntimePart } from '../app/runtime-part.ts';
import type { AnyOwnSetting } from '../config/own-setting.ts';
import type { ResolvedSettings } from '../config/profile.ts';
import type { Settings } from '../config/settings.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { RecordSet } from '../journal/async-journal.ts';
import type { Tables } from '../journal/tables.ts';
import type { Aliases } from '../resources/context.ts';
import type { AllPanes, LoadedPanes, PaneParts } from '../resources/panes.ts';
import type { GroupEffect } from '../resources/resource.ts';
import type { LoadedScreen, ScreenParts } from '../screen/dialogs/screen.ts';
import type { Features } from '../store/features.ts';
import type { StatePart } from '../store/state-part.ts';
import type { ExitCode } from '../system/exit.ts';
import type { Finding } from './doctor-lines.ts';
import type { FetchedLists } from './list-reader.ts';
import type { Run } from './run.ts';

/**
 * A feature: one folder and one line in `features/index.ts`. Its record is loaded by every command and holds words alone; what has code is
 * loaded by the functions that return a promise.
 */
export type Feature<
  Panes extends object = object,
  Dialogs extends object = object,
  Questions extends object = object,
> = {
  readonly name: string;
  /** Its settings: flag, variable, key of the config file, schema, help and docs follow. */
  readonly settings?: readonly AnyOwnSetting[];
  /** The names of the settings with those that it knows beside them, for commands. What the operator has named keeps its name. */
  readonly names?: (settings: Settings) => Promise<Aliases>;
  /** Variables with secrets that it reads itself, and that no other program may inherit. */
  readonly secretVariables?: readonly string[];
  /** Adds its commands to the command line; each loads its work when it runs. */
  readonly commands?: (program: Command, run: Run) => void;
  /** What people type for it that is neither a command nor a list. */
  readonly knownWords?: readonly KnownWords[];
  /** Loads what adds verbs to the commands of a list: `api-key rotate`. Each loads its work when it runs. */
  readonly verbs?: () => Promise<(list: ServiceList, group: Command, run: Run) => void>;
  /** Options with which verbs of the lists do something else: `bid pause --set`. */
  readonly verbOptions?: readonly VerbOption[];
  /** Its checks for `doctor`. */
  readonly checks?: (features: Features, resolved: ResolvedSettings) => Promise<readonly Finding[]>;
  /** Lists whose names follow its commands, by command, for completion. */
  readonly namesAfter?: Readonly<Record<string, readonly ServiceList[]>>;
  /** Loads its panes, and what it adds to those of others. */
  readonly panes?: () => Promise<PaneParts<Panes>>;
  /** Loads what it adds to panes only where rows are changed: actions with forms and writes, and remarks. A command that prints a list does without. */
  readonly actions?: () => Promise<PaneParts<object>>;
  /** Loads its tables in the journal. */
  readonly tables?: () => Promise<Tables>;
  /** Loads its functions on the journal, as `journal/access.ts:recordsIn` makes them. */
  readonly records?: () => Promise<RecordSet<object>>;
  readonly consoleOptions?: readonly ConsoleOption[];
  /** Loads what it brings to a program that goes on reading. */
  readonly running?: () => Promise<RunningPart>;
  /** Loads what it brings to the screen. */
  readonly screen?: () => Promise<ScreenParts<Dialogs, Questions>>;
};

/** Words that are neither a command nor a list: the sentence that says so where a list is asked for, and the command that is meant. */
export type KnownWords = {
  readonly words: readonly string[];
  readonly noList: string;
  readonly command: string;
};

/** An option that a feature adds to the commands that show the console. Its sentences say why other commands, and one without a terminal, refuse it. */
export type ConsoleOption = {
  /** The name of its value, as the command line gives it. */
  readonly name: string;
  readonly flags: string;
  readonly help: string;
  readonly elsewhere: string;
  readonly withoutTerminal: string;
};

/** What a feature brings to a program that goes on reading. */
export type RunningPart = {
  readonly state?: StatePart;
  /** What it does in each runtime. */
  readonly runtime?: RuntimePart;
  /** What it has in a console for all its profiles. @throws {CommandFailure} when an option that was given can't be followed. */
  readonly console?: (console: RunningConsole) => ConsolePart;
};

/** What all features together bring to a state, beside the panes. */
export type LoadedFeatures = {
  readonly names: readonly string[];
  readonly tables: () => Promise<readonly Tables[]>;
  readonly running: readonly RunningPart[];
};

/** All features of the program, each after those that it may import from. Its type has what they bring, so that nothing can be missing. */
export type FeatureList<Panes extends object, Dialogs extends object, Questions extends object> = {
  readonly records: readonly Feature[];
  readonly with: <OwnPanes extends object, OwnDialogs extends object, OwnQuestions extends object>(
    feature: Feature<OwnPanes, OwnDialogs, OwnQuestions>,
  ) => FeatureList<Panes & OwnPanes, Dialogs & OwnDialogs, Questions & OwnQuestions>;
  /** Loads what they bring to the lists. */
  readonly loadPanes: () => Promise<LoadedPanes<Panes>>;
  /** The same for a command that only prints a list. */
  readonly loadListed: () => Promise<LoadedPanes<Panes>>;
  /** Loads what the state of a program needs that ends at once. */
  readonly load: () => Promise<LoadedFeatures>;
  /** Loads what the state of a program needs that goes on reading. */
  readonly loadRunning: () => Promise<LoadedFeatures>;
  /** Loads what the features bring to the screen. */
  readonly loadScreen: () => Promise<LoadedScreen<Dialogs, Questions>>;
  /** Loads what the features have in the journal. */
  readonly loadJournalParts: () => Promise<{
    readonly tables: readonly Tables[];
    readonly records: readonly RecordSet<object>[];
  }>;
};

type Loaders<Panes extends object, Dialogs extends object, Questions extends object> = Pick<
  FeatureList<Panes, Dialogs, Questions>,
  'loadListed' | 'loadScreen'
>;

function listOf<Panes extends object, Dialogs extends object, Questions extends object>(
  records: readonly Feature[],
  { loadListed, loadScreen }: Loaders<Panes, Dialogs, Questions>,
): FeatureList<Panes, Dialogs, Questions> {
  const names = records.map(({ name }) => name);
  const tables = async (): Promise<readonly Tables[]> => {
    const all = await Promise.all(records.map((feature) => feature.tables?.()));
    return all.filter((one) => one !== undefined);
  };
  return {
    records,
    with: <OwnPanes extends object, OwnDialogs extends object, OwnQuestions extends object>(
      feature: Feature<OwnPanes, OwnDialogs, OwnQuestions>,
    ) =>
      listOf<Panes & OwnPanes, Dialogs & OwnDialogs, Questions & OwnQuestions>([...records, feature], {
        loadListed: async () => {
          const [before, own] = await Promise.all([loadListed(), feature.panes?.()]);
          return {
            own: Object.assign({}, before.own, own?.panes),
            parts: own === undefined ? before.parts : [...before.parts, own],
          };
        },
        loadScreen: async () => {
          const [before, own] = await Promise.all([loadScreen(), feature.screen?.()]);
          return {
            dialogs: Object.assign({}, before.dialogs, own?.dialogs),
            questions: Object.assign({}, before.questions, own?.questions),
            parts: own === undefined ? before.parts : [...before.parts, own],
          };
        },
      }),
    load: () => Promise.resolve({ names, tables, running: [] }),
    loadRunning: async () => {
      const running = await Promise.all(records.map((feature) => feature.running?.() ?? {}));
      return { names, tables, running };
    },
    loadPanes: async () => {
      const [listed, ...actions] = await Promise.all([loadListed(), ...records.map((feature) => feature.actions?.())]);
      return { own: listed.own, parts: [...listed.parts, ...actions.filter((parts) => parts !== undefined)] };
    },
    loadListed,
    loadScreen,
    loadJournalParts: async () => {
      const [ofFeatures, all] = await Promise.all([
        tables(),
        Promise.all(records.map((feature) => feature.records?.())),
      ]);
      return { tables: ofFeatures, records: all.filter((one) => one !== undefined) };
    },
  };
}

/** The list of a program without a feature. */
export const noFeatures: FeatureList<object, object, object> = listOf([], {
  loadListed: () => Promise.resolve({ own: {}, parts: [] }),
  loadScreen: () => Promise.resolve({ dialogs: {}, questions: {}, parts: [] }),
});

/** Makes the value of a state from what all features bring; their records must be complete. */
export function composed(panes: AllPanes, { names, tables, running }: LoadedFeatures): Features {
  return {
    ...panes,
    names,
    tables,
    parts: running.flatMap(({ state }) => state ?? []),
    runtime: running.flatMap(({ runtime }) => runtime ?? []),
    console: running.flatMap((part) => part.console ?? []),
  };
}

/** A part of the documentation that is made from declarations. The file `docs.ts` of a feature brings those about it as `docs`. */
export type DocsPart = {
  /** Path of its file, as `docs/machines.md`. */
  readonly file: string;
  /** Name of the marks that it stands between; null when it is the whole file. */
  readonly marks: string | null;
  readonly text: () => string;
};

/** An option with a value with which a verb of a list does something else: `bid pause --set NAME`. */
export type VerbOption = {
  /** The name of its value, as the command line gives it. */
  readonly name: string;
  readonly flags: string;
  readonly help: string;
  readonly list: ServiceList;
  /** The verbs that have it: those of actions with this effect. */
  readonly groupEffect: GroupEffect;
  /** Whether rows may be left out with it. */
  readonly isAlone: boolean;
  /** Does it. @throws {CommandFailure} */
  readonly run: (value: string, given: GivenWithVerb) => Promise<ExitCode>;
};

/** What was given with an option of a verb, once the lists are read. */
export type GivenWithVerb = {
  readonly settings: Settings;
  readonly fleet: FetchedLists;
  /** Names or identifiers of rows. */
  readonly names: readonly string[];
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
};
