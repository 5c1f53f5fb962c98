import type { Context } from '../../src/resources/context.ts';
import type { Form, FormResult, Values } from '../../src/resources/form.ts';
import type { Resource } from '../../src/resources/resource.ts';
import type { PaneName } from '../../src/resources/rows.ts';
import { contextOf } from '../../src/store/row-context.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { askedBy } from '../screen/keys/press-keys.ts';
import { consoleWith } from '../store/made.ts';

export const nowhere: Context = contextOf(consoleWith());

/** The form that `n` opens in a pane. */
export function newForm<Name extends PaneName>(name: Name, context = nowhere): Form {
  const resource: Resource<Name> = loadedFeatures.panes[name];
  const action = resource.actions.find(({ key }) => key === 'n');
  if (action?.effect.kind !== 'new') throw new Error(`${name} has no form for new ones`);
  return action.effect.open(context);
}

/** Checks a form with these values. */
export function filledIn(
  form: Form,
  text: Values['text'],
  picked: Values['picked'] = {},
  context = nowhere,
): FormResult {
  return form.check({ text, picked }, context);
}

/** The body to send. @throws when the form has issues. */
export async function bodyOf(checked: FormResult): Promise<unknown> {
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const [, asked] = await askedBy(checked.writes[0]);
  return asked;
}

/** The issues of a form by their path in the body; empty when there are none. */
export function wrongIn(checked: FormResult): Readonly<Record<string, string>> {
  if (checked.ok) return {};
  return Object.fromEntries(checked.issues.map(({ path, message }) => [path.join('.'), message]));
}
