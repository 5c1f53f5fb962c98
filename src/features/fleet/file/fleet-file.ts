import type { Aliases } from '../../../resources/context.ts';
import { identifierOf } from '../../../resources/parts/aliases.ts';

/** A bid as a file wants it; an empty text for none. Its name is exact: it may have characters that can't be shown. Names of types, regions, keys and volumes are as written. */
export type FileBid = {
  readonly name: string;
  readonly instance_type: string;
  readonly region: string;
  readonly instance_quantity: number;
  readonly limit_price: string;
  readonly volumes: readonly string[];
  readonly ssh_keys: readonly string[];
  readonly startup_script: string;
  /** The file beside the fleet's that the script was read from, as written, and its size; null for one in the fleet file. */
  readonly script_from: { readonly path: string; readonly bytes: number } | null;
  readonly kubernetes_cluster: string;
  readonly paused: boolean;
  readonly lines: Lines;
};

/** A volume as a file wants it. Without an interface it has any, and can't be created. */
export type FileVolume = {
  readonly name: string;
  readonly size_gb: number;
  readonly region: string;
  readonly disk_interface: string;
  readonly lines: Lines;
};

/** The lines of the keys of a row, and under an empty key its own. */
export type Lines = ReadonlyMap<string, number>;

/** The line of a key, or that of its row. */
export const lineOfKey = (lines: Lines, key = ''): number => lines.get(key) ?? lines.get('') ?? 1;

/** A fleet as a file wants it. */
export type FleetFile = {
  readonly path: string;
  /** The project that the file is for, as written; null for any. */
  readonly project: { readonly text: string; readonly line: number } | null;
  /** Whether it says that it is only a part of a project, as `export --filter` writes it. */
  readonly isPart: boolean;
  readonly volumes: readonly FileVolume[];
  readonly bids: readonly FileBid[];
};

/** The identifier of the project that a file is for; null for any. */
export const projectOf = ({ project }: Pick<FleetFile, 'project'>, aliases: Aliases): string | null =>
  project === null ? null : identifierOf(project.text, aliases);

/** The keys of a bid that `[defaults]` can have for all bids. */
const SHARED_KEYS = [
  'instance_type',
  'region',
  'instance_quantity',
  'limit_price',
  'volumes',
  'ssh_keys',
  'kubernetes_cluster',
  'startup_script',
  'startup_script_file',
] as const;

/** The keys of a file. The names are those of the interface (sections 4.2 and 4.4) and of `bid place --from-file`. */
export const KEYS = {
  top: ['project', 'defaults', 'volumes', 'bids'],
  volumes: ['name', 'size_gb', 'region', 'disk_interface'],
  bids: ['name', ...SHARED_KEYS, 'paused'],
  defaults: [...SHARED_KEYS, 'size_gb', 'disk_interface'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
