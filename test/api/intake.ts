import { type Intake, unreadable } from '../../src/api/json-body.ts';
import type { Outcome, ServiceError } from '../../src/api/result.ts';

/** Feeds a body to an intake in pieces of this many bytes, and returns the result. */
export function takenIn<Value>(
  intake: Intake<Value>,
  body: string | Uint8Array,
  pieces = 16_384,
): Outcome<Value, ServiceError> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  for (let at = 0; at < bytes.length; at += pieces) {
    const fault = intake.push(bytes.subarray(at, at + pieces));
    if (fault !== null) return { ok: false, error: unreadable(fault, false) };
  }
  const value = intake.end();
  return value.ok ? value : { ok: false, error: unreadable(value.error, false) };
}
