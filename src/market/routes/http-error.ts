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
