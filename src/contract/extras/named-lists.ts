import * as z from 'zod';
import { none } from '../endpoint.ts';
import { NAMED_PATHS } from './named-paths.ts';
import { identifier, line, MOST_ROWS, reading } from './parts.ts';

const optionalLine = line.nullish().transform((text) => text ?? null);

const named = z.object({ fid: identifier, name: optionalLine, region: optionalLine, email: optionalLine });
/** An identifier with its name; people may have only an email address. */
export type NamedRow = z.output<typeof named>;

const rows = z.union([z.array(named).max(MOST_ROWS), z.object({ data: z.array(named).max(MOST_ROWS) })]);

const listAt = (path: `/v2/${string}`) => reading({ path, params: none, query: none, of: rows });

export const readInstanceTypes = listAt(NAMED_PATHS.instanceTypes);
export const readProjects = listAt(NAMED_PATHS.projects);
export const readTeammates = listAt(NAMED_PATHS.teammates);

/** The person whose API key is used. */
export const readMe = reading({ path: NAMED_PATHS.me, params: none, query: none, of: named });
