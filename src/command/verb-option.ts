import type { Settings } from '../config/settings.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { GroupEffect } from '../resources/resource.ts';
import type { ExitCode } from '../system/exit.ts';
import type { FetchedLists } from './list-reader.ts';

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
