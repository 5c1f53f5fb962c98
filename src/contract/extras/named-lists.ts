import * as z from 'zod';
import { none } from '../endpoint.ts';
import { identifier, line, MOST_ROWS, reading } from './parts.ts';

const optionalLine = line.nullish().transform((text) => text ?? null);

const named = z.object({ fid: identifier, name: optionalLine, region: optionalLine, email: optionalLine });
/** An identifier with its name; people may have only an email address. */
export type NamedRow = z.output<typeof named>;

const rows = z.union([z.array(named).max(MOST_ROWS), z.object({ data: z.array(named).max(MOST_ROWS) })]);

const listAt = (path: `/v2/${string}`) => reading({ path, params: none, query: none, of: rows });

export const readInstanceTypes = listAt('/v2/instance-types');
export const readProjects = listAt('/v2/projects');
export const readTeammates = listAt('/v2/me/teammates');

/** The person whose API key is used. */
export const readMe = reading({ path: '/v2/me', params: none, query: none, of: named });
