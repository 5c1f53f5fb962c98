/** What is wrong with one part of a request: where, in words, of what kind, and what was there. */
export type Problem = {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
};

export type HttpErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500;

/** A request that is not fulfilled (section 7). Handlers throw it; what the body looks like is a reading. */
export class HttpError extends Error {
  override readonly name = 'Refusal';
  readonly status: HttpErrorStatus;
  /** What is wrong with which part, when it can be told. */
  readonly problems: readonly Problem[];

  constructor(status: HttpErrorStatus, sentence: string, problems: readonly Problem[] = []) {
    super(sentence);
    this.status = status;
    this.problems = problems;
  }
}

/** A refusal of one part of the request with 422. */
export function invalid(loc: Problem['loc'], msg: string, input: unknown, type = 'value_error'): HttpError {
  return new HttpError(422, msg, [{ loc, msg, type, input }]);
}

/** 404 for a resource that is not there. */
export function notFound(what: string, fid: string): HttpError {
  return new HttpError(404, `${what} ${fid} not found`);
}
