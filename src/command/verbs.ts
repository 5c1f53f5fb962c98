import type { ServiceList } from '../contract/lists.ts';
import type { Field } from '../resources/form.ts';
import { serviceLists } from '../resources/index.ts';
import type { Panes } from '../resources/panes.ts';
import type { Action, Resource } from '../resources/resource.ts';
import type { Rows } from '../resources/rows.ts';

/** An action of the console as a command: `bid pause`. */
export type Verb<Name extends ServiceList> = {
  readonly list: Name;
  readonly word: string;
  readonly label: string;
  readonly action: Action<Rows[Name]>;
  /** Opens the same form with the values of an existing row. */
  readonly like: Action<Rows[Name]> | null;
};

/** Effects without a screen. */
const KINDS = ['write', 'destroy', 'form', 'new'] as const;

const wordOf = <Row>({ command, id }: Action<Row>): string => command ?? id.split('-')[0] ?? id;

/** The verbs of a list, from its actions. Of two with one word, the one for a new row comes first. */
export function verbsOf<Name extends ServiceList>(panes: Panes, list: Name): readonly Verb<Name>[] {
  const resource: Resource<Name> = panes[list];
  const usable = resource.actions.filter(({ effect }) => KINDS.some((kind) => kind === effect.kind));
  return [...new Set(usable.map(wordOf))].flatMap((word): Verb<Name>[] => {
    const same = usable.filter((action) => wordOf(action) === word);
    const action = same.find(({ effect }) => effect.kind === 'new') ?? same[0];
    if (action === undefined) return [];
    const like = same.find((other) => other !== action && other.effect.kind === 'form') ?? null;
    return [{ list, word, label: action.label.replace(/: asks first$/, ''), action, like }];
  });
}

export const listsWithVerbs = (panes: Panes): readonly ServiceList[] =>
  serviceLists.filter((list) => verbsOf(panes, list).length > 0);

export function fieldsOf<Row>({ effect }: Action<Row>): readonly Field[] {
  if (effect.kind === 'form') return effect.several?.fields ?? effect.fields;
  return effect.kind === 'new' ? effect.fields : [];
}

export function fillsForSeveral<Row>({ effect }: Action<Row>): boolean {
  return effect.kind === 'form' && effect.several !== undefined;
}

/** The interface's name, such as `limit-price`, and the console's own. */
export function optionOf({ id, path }: Field): { readonly long: string; readonly aliases: string | null } {
  const long = String(path.at(-1) ?? id).replaceAll('_', '-');
  return { long, aliases: id === long ? null : id };
}
