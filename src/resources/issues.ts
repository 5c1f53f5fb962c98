import type * as z from 'zod';
import type { FieldIssue } from '../api/outcome.ts';

/** What a request's own schema found, in the shape that what the service refuses has too. */
export function issuesOf(error: z.ZodError): readonly FieldIssue[] {
  return error.issues.map(({ path, message }) => ({
    path: path.filter((part) => typeof part !== 'symbol'),
    message,
  }));
}
