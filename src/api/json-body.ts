import { isMarkup } from './error-body.ts';
import type { Outcome, ServiceError } from './result.ts';
import { splitRows } from './row-splitter.ts';

type GatheredText = { readonly push: (chunk: Uint8Array) => null; readonly gathered: () => string };

export function gatherText(max: number): GatheredText {
  const decoder = new TextDecoder();
  let text = '';
  return {
    push: (chunk) => {
      if (text.length < max) text += decoder.decode(chunk, { stream: true });
      return null;
    },
    gathered: () => text + decoder.decode(),
  };
}

/** `page`: not an answer of the service itself. */
export type BodyFault = { readonly page: boolean; readonly why: string };

export type Intake<Value> = {
  readonly push: (bytes: Uint8Array) => BodyFault | null;
  readonly end: () => Outcome<Value, BodyFault>;
};

/** Parses JSON of any content type. Not yet safe to print. */
export function readJson(text: string): Outcome<unknown, BodyFault> {
  if (text.trim() === '') return { ok: false, error: bodyFault('it is empty') };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false, error: notJson(text) };
  }
}

/** Parses an answer with one resource, within the limits of a row; `mostNames` is another one of members. */
export function intakeOfOne(mostNames?: number): Intake<unknown> {
  const head = gatherText(HEAD);
  let found: Outcome<unknown, BodyFault> | null = null;
  const keep = (outcome: Outcome<unknown, BodyFault>): boolean => {
    // Two values in a row are not JSON.
    found = found === null ? outcome : { ok: false, error: notJson(head.gathered()) };
    return found.ok;
  };
  const splitter = splitRows(
    {
      row: (text) => keep(readJson(text)),
      oversized: () => keep({ ok: false, error: bodyFault('it is too large') }),
    },
    mostNames,
  );
  // In brackets the value is the only row of a list.
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

/** A write with an unreadable answer was carried out, unless a proxy answered. */
export function unreadable({ page, why }: BodyFault, isWrite: boolean): ServiceError {
  if (!isWrite) return { kind: 'unreadable-answer', why, reached: 'yes' };
  if (page) return { kind: 'unreadable-answer', why, reached: 'maybe' };
  return { kind: 'unreadable-answer', why: `${why}; the request itself was accepted`, reached: 'yes' };
}
