import { join } from 'node:path';
import * as z from 'zod';

/** In milliseconds since 1970; with service and project. */
export const about = z.object({ until: z.int(), origin: z.string(), project: z.string() });

export type KeptFile =
  | 'about.json'
  | 'config.toml'
  | 'journal.db.gz'
  | 'names.json'
  | 'night.spotdeck.gz'
  | 'views.json';

export const fileOf = (version: string, name: KeptFile): string => join(import.meta.dirname, version, name);

/** Names the service's list of names. */
export const NAMES_FROM = [
  '[names_from]',
  'path = "/v2/instance-types"',
  'identifier = "fid"',
  'name = "name"',
  'region = "region"',
  '',
].join('\n');
