import type { ServiceList } from '../contract/lists.ts';
import type { Field } from '../resources/form.ts';
import { resources, serviceLists } from '../resources/index.ts';
import type { Action, Resource } from '../resources/resource.ts';
import type { Rows } from '../resources/rows.ts';

/** What an action of the console is on the command line: `bid pause`, `volume create`. */
export type Verb<Name extends ServiceList> = {
  readonly list: Name;
  readonly word: string;
  readonly label: string;
  readonly action: Action<Rows[Name]>;
  /** The action that fills the same form in like an existing row. */
  readonly like: Action<Rows[Name]> | null;
};

/** Kinds of actions that make sense without a screen. */
const KINDS = ['write', 'destroy', 'form', 'new'] as const;

const wordOf = <Row>({ command, id }: Action<Row>): string => command ?? id.split('-')[0] ?? id;

/** The verbs of a list, read off its actions. Where two actions have one word the one for a new row leads. */
export function verbsOf<Name extends ServiceList>(list: Name): readonly Verb<Name>[] {
  const resource: Resource<Name> = resources[list];
  const usable = resource.actions.filter(({ effect }) => KINDS.some((kind) => kind === effect.kind));
  return [...new Set(usable.map(wordOf))].flatMap((word): Verb<Name>[] => {
    const same = usable.filter((action) => wordOf(action) === word);
    const action = same.find(({ effect }) => effect.kind === 'new') ?? same[0];
    if (action === undefined) return [];
    const like = same.find((other) => other !== action && other.effect.kind === 'form') ?? null;
    return [{ list, word, label: action.label.replace(/: asks first$/, ''), action, like }];
  });
}

/** The lists that have verbs. */
export const listsWithVerbs: readonly ServiceList[] = serviceLists.filter((list) => verbsOf(list).length > 0);

/** The fields that a verb fills in; none for what is done at once. */
export function fieldsOf<Row>({ effect }: Action<Row>): readonly Field[] {
  if (effect.kind === 'form') return effect.several?.fields ?? effect.fields;
  return effect.kind === 'new' ? effect.fields : [];
}

/** Whether a verb fills in one form for several rows: those that are named, or that a filter finds. */
export function fillsForSeveral<Row>({ effect }: Action<Row>): boolean {
  return effect.kind === 'form' && effect.several !== undefined;
}

/** The option of a field: `limit-price` as the interface calls it, and the console's own word for it. */
export function optionOf({ id, path }: Field): { readonly long: string; readonly aliases: string | null } {
  const long = String(path.at(-1) ?? id).replaceAll('_', '-');
  return { long, aliases: id === long ? null : id };
}
