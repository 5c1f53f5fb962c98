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
import type { Features } from '../store/state.ts';
import type { StatePart } from '../store/state-part.ts';
import type { ExitCode } from '../system/exit.ts';
import type { Finding } from './doctor-lines.ts';
import type { FetchedLists } from './list-reader.ts';
import type { Run } from './run.ts';

/**
 * A feature: a folder and a line in `features/index.ts`. Every command loads its record, so code hides behind
 * promises.
 */
export type Feature<
  Panes extends object = object,
  Dialogs extends object = object,
  Questions extends object = object,
> = {
  readonly name: string;
  /** Flag, variable, key of the config file, schema, help and docs follow. */
  readonly settings?: readonly AnyOwnSetting[];
  /** For commands: the names of the settings, then its own. */
  readonly names?: (settings: Settings) => Promise<Aliases>;
  /** Variables with secrets, hidden from other programs. */
  readonly secretVariables?: readonly string[];
  /** Adds its commands; each loads its work when it runs. */
  readonly commands?: (program: Command, run: Run) => void;
  readonly knownWords?: readonly KnownWords[];
  /** Adds verbs to the commands of a list: `api-key rotate`. */
  readonly verbs?: () => Promise<(list: ServiceList, group: Command, run: Run) => void>;
  /** Options of verbs: `bid pause --set`. */
  readonly verbOptions?: readonly VerbOption[];
  /** Its checks for `doctor`. */
  readonly checks?: (features: Features, resolved: ResolvedSettings) => Promise<readonly Finding[]>;
  /** Lists whose names complete a command's arguments. */
  readonly namesAfter?: Readonly<Record<string, readonly ServiceList[]>>;
  /** Its panes, and additions to those of others. */
  readonly panes?: () => Promise<PaneParts<Panes>>;
  /** Additions only for programs changing rows: forms, writes, remarks. */
  readonly actions?: () => Promise<PaneParts<object>>;
  readonly tables?: () => Promise<Tables>;
  /** Its functions on the journal: `journal/access.ts:recordsIn`. */
  readonly records?: () => Promise<RecordSet<object>>;
  readonly consoleOptions?: readonly ConsoleOption[];
  readonly running?: () => Promise<RunningPart>;
  readonly screen?: () => Promise<ScreenParts<Dialogs, Questions>>;
};

/** Typed words, and the right command. */
export type KnownWords = {
  readonly words: readonly string[];
  readonly noList: string;
  readonly command: string;
};

/** An option of the console. Its sentences say why other commands, and one without a terminal, refuse it. */
export type ConsoleOption = {
  /** The option's name in commander. */
  readonly name: string;
  readonly flags: string;
  readonly help: string;
  readonly elsewhere: string;
  readonly withoutTerminal: string;
};

export type RunningPart = {
  readonly state?: StatePart;
  readonly runtime?: RuntimePart;
  /** @throws {CommandFailure} when a given option can't be followed. */
  readonly console?: (console: RunningConsole) => ConsolePart;
};

export type LoadedFeatures = {
  readonly names: readonly string[];
  readonly tables: () => Promise<readonly Tables[]>;
  readonly running: readonly RunningPart[];
};

/** All features, each after those it imports. The type lists their panes and dialogs, so none can be missing. */
export type FeatureList<Panes extends object, Dialogs extends object, Questions extends object> = {
  readonly records: readonly Feature[];
  readonly with: <OwnPanes extends object, OwnDialogs extends object, OwnQuestions extends object>(
    feature: Feature<OwnPanes, OwnDialogs, OwnQuestions>,
  ) => FeatureList<Panes & OwnPanes, Dialogs & OwnDialogs, Questions & OwnQuestions>;
  readonly loadPanes: () => Promise<LoadedPanes<Panes>>;
  /** Without `actions`: enough to print a list. */
  readonly loadListed: () => Promise<LoadedPanes<Panes>>;
  /** For commands. */
  readonly load: () => Promise<LoadedFeatures>;
  /** For running programs. */
  readonly loadRunning: () => Promise<LoadedFeatures>;
  readonly loadScreen: () => Promise<LoadedScreen<Dialogs, Questions>>;
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

export const noFeatures: FeatureList<object, object, object> = listOf([], {
  loadListed: () => Promise.resolve({ own: {}, parts: [] }),
  loadScreen: () => Promise.resolve({ dialogs: {}, questions: {}, parts: [] }),
});

export function composeFeatures(panes: AllPanes, { names, tables, running }: LoadedFeatures): Features {
  return {
    ...panes,
    names,
    tables,
    parts: running.flatMap(({ state }) => state ?? []),
    runtime: running.flatMap(({ runtime }) => runtime ?? []),
    console: running.flatMap((part) => part.console ?? []),
  };
}

/** A generated part of the documentation: `docs` in a feature's `docs.ts`. */
export type DocsPart = {
  readonly file: string;
  /** The marks around it; null for a whole file. */
  readonly marks: string | null;
  readonly text: () => string;
};

/** An option with a value: `bid pause --set NAME`. */
export type VerbOption = {
  /** The option's name in commander. */
  readonly name: string;
  readonly flags: string;
  readonly help: string;
  readonly list: ServiceList;
  /** The verbs with this effect have it. */
  readonly groupEffect: GroupEffect;
  /** Whether rows may be left out with it. */
  readonly isAlone: boolean;
  /** @throws {CommandFailure} */
  readonly run: (value: string, given: GivenWithVerb) => Promise<ExitCode>;
};

export type GivenWithVerb = {
  readonly settings: Settings;
  readonly fleet: FetchedLists;
  readonly names: readonly string[];
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
};
