import { age } from '../../lib/duration.ts';
import type { Context } from '../../resources/context.ts';
import type { PaneParts } from '../../resources/panes.ts';
import type { DetailLine } from '../../resources/resource.ts';
import { sourceOf } from './names-state.ts';

/** The source of a type's name, unless it is the operator's. */
function sourceLines(
  { instance_type: type }: { readonly instance_type: string | null },
  context: Context,
): readonly DetailLine[] {
  const source = type === null ? null : context.own(sourceOf, type);
  if (source === null) return [];
  const { path } = source.from;
  return [{ label: 'Named by', text: `the service: ${path}, read ${age(source.readAt, context.now)} ago`, copy: path }];
}

export const extrasPanes: PaneParts<object> = {
  additions: {
    bids: { lines: { before: 'Region', add: sourceLines } },
    instances: { lines: { before: 'Region', add: sourceLines } },
  },
};
