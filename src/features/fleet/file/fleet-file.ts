import type { Aliases } from '../../../resources/context.ts';
import { identifierOf } from '../../../resources/parts/aliases.ts';

/** A bid in the file; empty texts for none. Its name may have hidden characters. */
export type FileBid = {
  readonly name: string;
  readonly instance_type: string;
  readonly region: string;
  readonly instance_quantity: number;
  readonly limit_price: string;
  readonly volumes: readonly string[];
  readonly ssh_keys: readonly string[];
  readonly startup_script: string;
  /** The script's own file as written, and its size; null for a script in the fleet file. */
  readonly script_from: { readonly path: string; readonly bytes: number } | null;
  readonly kubernetes_cluster: string;
  readonly paused: boolean;
  readonly lines: Lines;
};

/** A volume in the file. Without an interface it matches any, and can't be created. */
export type FileVolume = {
  readonly name: string;
  readonly size_gb: number;
  readonly region: string;
  readonly disk_interface: string;
  readonly lines: Lines;
};

/** Line numbers by key; the row's own under the empty key. */
export type Lines = ReadonlyMap<string, number>;

export const lineOfKey = (lines: Lines, key = ''): number => lines.get(key) ?? lines.get('') ?? 1;

export type FleetFile = {
  readonly path: string;
  /** As written; null for any project. */
  readonly project: { readonly text: string; readonly line: number } | null;
  /** Set by the comment `export --filter` writes. */
  readonly isPart: boolean;
  readonly volumes: readonly FileVolume[];
  readonly bids: readonly FileBid[];
};

export const projectOf = ({ project }: Pick<FleetFile, 'project'>, aliases: Aliases): string | null =>
  project === null ? null : identifierOf(project.text, aliases);

/** Keys of a bid that `[defaults]` can have too. */
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

/** Keys as in the interface (sections 4.2 and 4.4) and in `bid place --from-file`. */
export const KEYS = {
  top: ['project', 'defaults', 'volumes', 'bids'],
  volumes: ['name', 'size_gb', 'region', 'disk_interface'],
  bids: ['name', ...SHARED_KEYS, 'paused'],
  defaults: [...SHARED_KEYS, 'size_gb', 'disk_interface'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
