import type { FieldIssue, Outcome } from '../../api/result.ts';
import type { Context } from '../../resources/context.ts';
import type { Form, Values } from '../../resources/form.ts';
import type { Effect } from './question.ts';

/** Returns what sending a form does to the rows as they are now, or its issues, by field. */
export function formEffect(form: Form, values: Values, context: Context): Outcome<Effect, readonly FieldIssue[]> {
  const checked = form.check(values, context);
  if (!checked.ok) return { ok: false, error: checked.issues };
  const { writes, review, retype } = checked;
  return {
    ok: true,
    value: {
      sentence: form.title,
      title: form.title,
      // The remarks are drawn from the state: what all bids cost changes with each of them, and that makes no new question.
      lines: [],
      review,
      rows: writes.flatMap(({ fid }) => fid ?? []),
      writes,
      answer: retype === null ? { by: 'key' } : { by: 'typed', expected: retype.expected, retype },
      leftOut: null,
      reads: form.list === 'bids' ? ['bids', 'instances'] : [form.list],
    },
  };
}
