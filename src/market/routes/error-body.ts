import * as z from 'zod';
import type { Variants } from '../variants.ts';

/** An issue of one part of a request: its path, a sentence, its kind, and the value. */
export type Problem = {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
};

export type HttpErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500;

/** A rejected request (section 7). Handlers throw it; a variant decides the shape of its body. */
export class HttpError extends Error {
  override readonly name = 'Refusal';
  readonly status: HttpErrorStatus;
  /** Issues of parts of the request, where known. */
  readonly problems: readonly Problem[];

  constructor(status: HttpErrorStatus, sentence: string, problems: readonly Problem[] = []) {
    super(sentence);
    this.status = status;
    this.problems = problems;
  }
}

/** A 422 for one part of the request. */
export function invalid(loc: Problem['loc'], msg: string, input: unknown, type = 'value_error'): HttpError {
  return new HttpError(422, msg, [{ loc, msg, type, input }]);
}

/** A 404 for a missing resource. */
export function notFound(what: string, fid: string): HttpError {
  return new HttpError(404, `${what} ${fid} not found`);
}

/** A body and its content type. */
export type ErrorBody = { readonly type: string; readonly text: string };

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

/** The body of an error. The interface shows no shape (section 7): the default is FastAPI's, the others are variants. */
export function errorBody(refusal: HttpError, shape: Variants['error-body']): ErrorBody {
  const title = TITLES[refusal.status];
  const sentence = oneSentence(refusal);
  switch (shape) {
    case 'fastapi':
      return json({ detail: refusal.problems.length > 0 ? refusal.problems : sentence });
    case 'message':
      return json({ message: sentence });
    case 'error-object':
      return json({ error: { code: title.toLowerCase().replaceAll(' ', '_'), message: sentence } });
    case 'text':
      return { type: 'text/plain; charset=utf-8', text: `${sentence}\n` };
    case 'html':
      return {
        type: 'text/html; charset=utf-8',
        text: `<html>\n<head><title>${refusal.status} ${title}</title></head>\n<body>\n<center><h1>${refusal.status} ${title}</h1></center>\n<hr><center>proxy</center>\n</body>\n</html>\n`,
      };
    case 'empty':
      return { type: 'text/plain; charset=utf-8', text: '' };
  }
}

const Detail = z.looseObject({ detail: z.string() }).meta({ id: 'Error' });
const Problems = z
  .looseObject({
    detail: z.union([
      z.array(
        z.looseObject({
          loc: z.array(z.union([z.string(), z.int()])),
          msg: z.string(),
          type: z.string(),
          input: z.unknown().optional(),
        }),
      ),
      z.string(),
    ]),
  })
  .meta({ id: 'ValidationError' });
const Message = z.looseObject({ message: z.string() }).meta({ id: 'Error' });
const CodedError = z
  .looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) })
  .meta({ id: 'Error' });

/** The content type and schema of error bodies; null for an empty body. */
export function errorAnswer(
  status: HttpErrorStatus,
  shape: Variants['error-body'],
): { readonly type: string; readonly of: z.ZodType | null } {
  switch (shape) {
    case 'fastapi':
      return { type: 'application/json', of: status === 422 ? Problems : Detail };
    case 'message':
      return { type: 'application/json', of: Message };
    case 'error-object':
      return { type: 'application/json', of: CodedError };
    case 'text':
      return { type: 'text/plain', of: z.string() };
    case 'html':
      return { type: 'text/html', of: z.string() };
    case 'empty':
      return { type: 'text/plain', of: null };
  }
}

function oneSentence(refusal: HttpError): string {
  if (refusal.problems.length === 0) return refusal.message;
  return refusal.problems.map(({ loc, msg }) => `${loc.slice(1).join('.') || 'body'}: ${msg}`).join('; ');
}

function json(body: unknown): ErrorBody {
  return { type: 'application/json', text: JSON.stringify(body) };
}
