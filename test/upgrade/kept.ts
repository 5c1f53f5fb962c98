import { join } from 'node:path';
import * as z from 'zod';

/** What is known of the files of a version: when they were written, in milliseconds since 1970, and of which service and project they are. */
export const about = z.object({ until: z.int(), origin: z.string(), project: z.string() });

/** The files that are kept of a version. */
export type KeptFile =
  | 'about.json'
  | 'config.toml'
  | 'journal.db.gz'
  | 'names.json'
  | 'night.spotdeck.gz'
  | 'views.json';

/** The path of a file of a version. */
export const fileOf = (version: string, name: KeptFile): string => join(import.meta.dirname, version, name);

/** The setting that names the list of the service with names. */
export const NAMES_FROM = [
  '[names_from]',
  'path = "/v2/instance-types"',
  'identifier = "fid"',
  'name = "name"',
  'region = "region"',
  '',
].join('\n');
