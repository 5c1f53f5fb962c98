import { isMarkup } from './error-body.ts';
import { gatherText } from './gather-text.ts';
import type { Outcome, ServiceError } from './result.ts';
import { splitRows } from './row-splitter.ts';

/** Why a successful answer's body can't be used. `page`: it did not come from the service itself. */
export type BodyFault = { readonly page: boolean; readonly why: string };

/** Parses the body of one successful answer as it arrives. */
export type Intake<Value> = {
  /** Takes the next bytes. Returns a fault as soon as it is certain; no more bytes are needed then. */
  readonly push: (bytes: Uint8Array) => BodyFault | null;
  /** The value, after all of the body has arrived. */
  readonly end: () => Outcome<Value, BodyFault>;
};

/** Parses a text as JSON, whatever its content type. Not yet safe to print. */
export function readJson(text: string): Outcome<unknown, BodyFault> {
  if (text.trim() === '') return { ok: false, error: bodyFault('it is empty') };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false, error: notJson(text) };
  }
}

/** Parses an answer with one resource, within the limits of a row. */
export function intakeOfOne(): Intake<unknown> {
  const head = gatherText(HEAD);
  let found: Outcome<unknown, BodyFault> | null = null;
  const keep = (outcome: Outcome<unknown, BodyFault>): boolean => {
    // Two values in a row are not JSON.
    found = found === null ? outcome : { ok: false, error: notJson(head.gathered()) };
    return found.ok;
  };
  const splitter = splitRows({
    row: (text) => keep(readJson(text)),
    oversized: () => keep({ ok: false, error: bodyFault('it is too large') }),
  });
  // Wrapped in brackets the value is the only row of a list.
  splitter.push(Uint8Array.of(0x5b));
  return {
    push: (bytes) => {
      head.push(bytes);
      if (splitter.push(bytes)) return null;
      return found === null || found.ok ? notJson(head.gathered()) : found.error;
    },
    end: () => {
      splitter.push(Uint8Array.of(0x5d));
      const frame = splitter.frame();
      if (frame === '[]') return { ok: false, error: bodyFault('it is empty') };
      return found === null || frame !== '[0]' ? { ok: false, error: notJson(head.gathered()) } : found;
    },
  };
}

/** Ignores a deletion's body (section 7), unless it is a page of a proxy. */
export function intakeOfNothing(): Intake<undefined> {
  const head = gatherText(HEAD);
  return {
    push: head.push,
    end: () => (isMarkup(head.gathered()) ? { ok: false, error: PAGE } : { ok: true, value: undefined }),
  };
}

/** Characters at the beginning of an answer that show whether it is a page. */
const HEAD = 1000;

const PAGE: BodyFault = {
  page: true,
  why: 'it is a web page instead of data, so a proxy or a login page may be in between',
};

export function bodyFault(why: string): BodyFault {
  return { page: false, why };
}

export function notJson(text: string): BodyFault {
  return isMarkup(text) ? PAGE : bodyFault('it is not JSON');
}

/** The error of an unreadable answer. A write was carried out all the same, unless the answer is not the service's own. */
export function unreadable({ page, why }: BodyFault, isWrite: boolean): ServiceError {
  if (!isWrite) return { kind: 'unreadable-answer', why, reached: 'yes' };
  if (page) return { kind: 'unreadable-answer', why, reached: 'maybe' };
  return { kind: 'unreadable-answer', why: `${why}; the request itself was accepted`, reached: 'yes' };
}
