import { Option } from 'commander';
import type { ServiceList } from '../contract/lists.ts';
import type { Aliases } from '../resources/context.ts';
import type { Filter } from '../resources/filter/parse.ts';
import { serviceLists, serviceResources } from '../resources/index.ts';
import { bidStatuses } from '../resources/parts/status.ts';
import { filterFor, type ListQuery, type ServiceOrder, textParameters } from '../resources/service-query.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

type Parameter = keyof Required<ListQuery>;

/** A query parameter on the command line. `hints` are completed; other values are accepted too. */
type ListOption = { readonly value: string; readonly help: string; readonly hints?: readonly string[] };

const OPTIONS: { readonly [Name in Parameter]: ListOption } = {
  region: { value: '<region>', help: 'Only rows of this region.' },
  status: { value: '<status>', help: 'Only rows with this status.', hints: bidStatuses },
  instance_type: { value: '<type>', help: 'Only rows of this instance type.' },
  bid_fid_in: { value: '<names...>', help: 'Only rows of these bids: names or identifiers.' },
  reservation_fid_in: { value: '<ids...>', help: 'Only rows of these reservations: identifiers.' },
  sort_by: {
    value: '<field>',
    help: 'Field that the service sorts by. With --sort too, it decides which rows --limit keeps, --sort how they are printed.',
    hints: ['created_at'],
  },
  sort_dir: { value: '<direction>', help: 'Direction of --sort-by: asc or desc.', hints: ['asc', 'desc'] },
  limit: {
    value: '<count>',
    help: 'At most so many rows: the first of the service that have not ended, or those of --sort, for which all rows are read.',
  },
};

/** Far beyond any list. */
const MAX_LIMIT = 1_000_000;

const isParameter = (name: string): name is Parameter => Object.hasOwn(OPTIONS, name);
const parameters = Object.keys(OPTIONS).filter(isParameter);

const longOf = (parameter: Parameter): string => `--${parameter.replace(/_fid_in$/, '').replaceAll('_', '-')}`;

/** Any list can be cut, so `limit` fits all. */
const listsWith = (parameter: Parameter): readonly ServiceList[] =>
  serviceLists.filter((name) => parameter === 'limit' || parameter in serviceResources[name].endpoint.query.shape);

const wordsOf = (lists: readonly ServiceList[]): string =>
  lists.map((name) => serviceResources[name].words.list).join(', ');

const attributeOf = (parameter: Parameter): string => new Option(longOf(parameter)).attributeName();

function optionOf(parameter: Parameter) {
  const { value, help, hints = [] } = OPTIONS[parameter];
  const lists = listsWith(parameter);
  const where = lists.length === serviceLists.length ? '' : ` (${wordsOf(lists)})`;
  const most = parameter === 'limit' ? MAX_LIMIT : null;
  return { flags: `${longOf(parameter)} ${value}`, help: `${help}${where}`, hints, most };
}

export const listOptions = () => parameters.map(optionOf);

export type ListSelection = {
  readonly filters: readonly Filter[];
  readonly bids: readonly string[];
  readonly reservations: readonly string[];
  readonly order: ServiceOrder | null;
  readonly limit: number | null;
};

/** @throws {CommandFailure} for an option of other lists. */
export function readListOptions(
  name: ServiceList,
  given: Readonly<Record<string, unknown>>,
  aliases: Aliases,
): ListSelection {
  const givenFor = (parameter: Parameter): unknown => given[attributeOf(parameter)];
  for (const parameter of parameters) {
    if (givenFor(parameter) === undefined) continue;
    const lists = listsWith(parameter);
    if (!lists.includes(name))
      throw new CommandFailure(
        EXIT.usage,
        `${longOf(parameter)} is not an option of ${serviceResources[name].words.list}.`,
        `It is one of ${wordsOf(lists)}.`,
      );
  }
  const textOf = (parameter: Parameter): string | null => {
    const value = givenFor(parameter);
    return typeof value === 'string' ? value : null;
  };
  const textsOf = (parameter: Parameter): readonly string[] => {
    const values = givenFor(parameter);
    return Array.isArray(values) ? values.map(String) : [];
  };
  const filters = textParameters.flatMap((parameter) => {
    const text = textOf(parameter);
    return text === null ? [] : [filterFor(parameter, parameter === 'status' ? text : aliased(text, aliases))];
  });
  const [by, dir] = [textOf('sort_by'), textOf('sort_dir')];
  if (dir !== null && by === null)
    throw new CommandFailure(EXIT.usage, '--sort-dir is the direction of --sort-by.', 'Give --sort-by too.');
  const limit = givenFor('limit');
  return {
    filters,
    bids: textsOf('bid_fid_in'),
    reservations: textsOf('reservation_fid_in'),
    order: by === null ? null : { by, dir },
    limit: typeof limit === 'number' ? limit : null,
  };
}

/** The identifier of an alias; the text itself if it is an identifier or ambiguous. */
function aliased(text: string, aliases: Aliases): string {
  const named = [...aliases].filter(([, alias]) => alias.toLowerCase() === text.toLowerCase());
  const [only] = named;
  return only === undefined || named.length > 1 || aliases.has(text) ? text : only[0];
}
