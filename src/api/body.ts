import type { Outcome, ServiceError } from './outcome.ts';
import { isMarkup } from './said.ts';

/** Why a successful answer's body can't be used. `page`: it did not come from the service itself. */
export type BodyFault = { readonly page: boolean; readonly why: string };

/** The JSON value of a successful answer, whatever content type it claims. Not yet safe to print. */
export function readJson(text: string): Outcome<unknown, BodyFault> {
  if (text.trim() === '') return fault('it is empty');
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return isMarkup(text) ? { ok: false, error: PAGE } : fault('it is not JSON');
  }
}

/** A deletion's answer means nothing (section 7), unless it is a page of something in between. */
export function readNothing(text: string): Outcome<undefined, BodyFault> {
  return isMarkup(text) ? { ok: false, error: PAGE } : { ok: true, value: undefined };
}

const PAGE: BodyFault = {
  page: true,
  why: 'it is a web page instead of data, so a proxy or a login page may be in between',
};

function fault(why: string): Outcome<never, BodyFault> {
  return { ok: false, error: { page: false, why } };
}

/** A write whose answer can't be read was carried out all the same, unless the answer is not the service's own. */
export function unreadable({ page, why }: BodyFault, isWrite: boolean): ServiceError {
  if (!isWrite) return { kind: 'unreadable-answer', why, reached: 'yes' };
  if (page) return { kind: 'unreadable-answer', why, reached: 'maybe' };
  return { kind: 'unreadable-answer', why: `${why}; the request itself was accepted`, reached: 'yes' };
}
