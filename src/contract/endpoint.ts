import * as z from 'zod';
import { once } from '../lib/memoize.ts';
import { ProjectId } from './fid.ts';

/** One operation. A schema of only this operation is made when it is first read. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/v2/${string}`;
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  readonly success: 200 | 201 | 204;
  readonly answer: Answer;
  /** Other statuses of the operation in section 4. */
  readonly errors: readonly (400 | 401 | 404 | 422)[];
};

/** Content of a successful answer (section 2.6). */
export type Answer =
  | { readonly kind: 'nothing' }
  /** `secret` names the field with a secret. */
  | { readonly kind: 'one'; readonly of: z.ZodType; readonly secret?: string }
  | { readonly kind: 'list'; readonly of: z.ZodType }
  | { readonly kind: 'pages'; readonly of: z.ZodType };

export type ListEndpoint<Row = unknown> = Endpoint & {
  readonly answer: { readonly kind: 'list' | 'pages'; readonly of: z.ZodType<Row> & { readonly shape: object } };
};

/** Several projects then take one request each. */
export const isPerProject = ({ query }: Endpoint): boolean => 'project' in query.shape;

/** Path parameters, query and body, each only where the operation has them. */
export type CallInput<Of extends Endpoint> = PartFields<'params', z.output<Of['params']>> &
  PartFields<'query', z.output<Of['query']>> &
  (Of['body'] extends z.ZodObject ? { readonly body: z.output<Of['body']> } : unknown);

// An object schema without fields is inferred as a record of any name.
type PartFields<Part extends string, Fields> = string extends keyof Fields
  ? unknown
  : { readonly [part in Part]: Fields };

export const none = z.strictObject({});
export const nothing = { kind: 'nothing' } as const satisfies Answer;

/** Parameters of both paged lists (sections 4.2 and 4.5). The values of the sort enums are not shown. */
export const paged = once(() => ({
  project: ProjectId,
  next_cursor: z.string().nullish(),
  sort_by: z.string().nullish(),
  sort_dir: z.string().nullish(),
  instance_type: z.string().nullish(),
  region: z.string().nullish(),
  limit: z.int().nullish(),
}));
