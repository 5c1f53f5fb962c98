import * as z from 'zod';
import type { Variants } from '../variants.ts';

export type Problem = {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
};

export type HttpErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500;

/** A refused request (section 7). */
export class HttpError extends Error {
  override readonly name = 'Refusal';
  readonly status: HttpErrorStatus;
  readonly problems: readonly Problem[];

  constructor(status: HttpErrorStatus, sentence: string, problems: readonly Problem[] = []) {
    super(sentence);
    this.status = status;
    this.problems = problems;
  }
}

export function invalid(loc: Problem['loc'], msg: string, input: unknown, type = 'value_error'): HttpError {
  return new HttpError(422, msg, [{ loc, msg, type, input }]);
}

export function notFound(what: string, fid: string): HttpError {
  return new HttpError(404, `${what} ${fid} not found`);
}

const TITLES: { readonly [Status in HttpErrorStatus]: string } = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
};

const Detail = z.looseObject({ detail: z.string() }).meta({ id: 'Error' });
const ProblemRow = z.looseObject({
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
  input: z.unknown().optional(),
});
const Problems = z.looseObject({ detail: z.union([z.array(ProblemRow), z.string()]) }).meta({ id: 'ValidationError' });
const Message = z.looseObject({ message: z.string() }).meta({ id: 'Error' });
const CodedError = z
  .looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) })
  .meta({ id: 'Error' });

/** A shape of error bodies: `of` is its schema, null for an empty body; `body` is a text, or JSON. */
type ErrorShape = {
  readonly type: 'application/json' | 'text/plain' | 'text/html';
  readonly of: (status: HttpErrorStatus) => z.ZodType | null;
  readonly body: (refusal: HttpError, title: string, sentence: string) => unknown;
};

/** The interface shows no shape (section 7): FastAPI's is the default. */
const SHAPES: { readonly [Shape in Variants['error-body']]: ErrorShape } = {
  fastapi: {
    type: 'application/json',
    of: (status) => (status === 422 ? Problems : Detail),
    body: ({ problems }, _, sentence) => ({ detail: problems.length > 0 ? problems : sentence }),
  },
  message: { type: 'application/json', of: () => Message, body: (_, __, message) => ({ message }) },
  'error-object': {
    type: 'application/json',
    of: () => CodedError,
    body: (_, title, message) => ({ error: { code: title.toLowerCase().replaceAll(' ', '_'), message } }),
  },
  text: { type: 'text/plain', of: () => z.string(), body: (_, __, sentence) => `${sentence}\n` },
  html: {
    type: 'text/html',
    of: () => z.string(),
    body: ({ status }, title) =>
      `<html>\n<head><title>${status} ${title}</title></head>\n<body>\n<center><h1>${status} ${title}</h1></center>\n<hr><center>proxy</center>\n</body>\n</html>\n`,
  },
  empty: { type: 'text/plain', of: () => null, body: () => '' },
};

/** A body and its content type. */
export function errorBody(
  refusal: HttpError,
  shape: Variants['error-body'],
): { readonly type: string; readonly text: string } {
  const { type, body } = SHAPES[shape];
  const value = body(refusal, TITLES[refusal.status], oneSentence(refusal));
  if (typeof value === 'string') return { type: `${type}; charset=utf-8`, text: value };
  return { type, text: JSON.stringify(value) };
}

/** The content type and schema of error bodies. */
export function errorAnswer(
  status: HttpErrorStatus,
  shape: Variants['error-body'],
): { readonly type: string; readonly of: z.ZodType | null } {
  const { type, of } = SHAPES[shape];
  return { type, of: of(status) };
}

function oneSentence(refusal: HttpError): string {
  if (refusal.problems.length === 0) return refusal.message;
  return refusal.problems.map(({ loc, msg }) => `${loc.slice(1).join('.') || 'body'}: ${msg}`).join('; ');
}
