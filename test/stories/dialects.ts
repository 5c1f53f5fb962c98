/** What a member is called. */
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
/** RFC 3339. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
/** Members that are times. */
const TIMES = /(?:^|_)(?:at|from|to|since|until|after|before)$/;
/** An amount as it is printed for programs, and with its currency as it is for people. */
const AMOUNT = /^-?\d+\.\d{2,6}$/;
const WITH_SIGN = /^[+-]?(?:\p{Sc}\s?\d[\d.,]*|\d[\d.,]*\s?(?:\p{Sc}|[A-Z]{3}))$/u;
/** Members that are amounts. */
const AMOUNTS = /(?:^|_)(?:price|cost|at_most|at_least|above)$/;
/** A state in the words of the service. */
const STATE = /^(?:STATUS_[A-Z_]+|[A-Z][A-Za-z ]*)$/;

/** What in a value is not of the one shape of JSON, each with the path to it. */
export function dialectsIn(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item, n) => dialectsIn(item, `${path}[${n}]`));
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value);
  const currency: unknown = Object.fromEntries(members)['currency'];
  return members.flatMap(([name, member]) => [
    ...faultsOf(name, member, currency).map((fault) => `${path}.${name} ${fault}: ${JSON.stringify(member)}`),
    ...dialectsIn(member, `${path}.${name}`),
  ]);
}

function faultsOf(name: string, value: unknown, currency: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : null;
  const isAmount = text !== null && AMOUNT.test(text);
  const isScalar = value !== null && typeof value !== 'object';
  return [
    ...(SNAKE_CASE.test(name) ? [] : ['is not in snake_case']),
    ...(TIMES.test(name) && isScalar && !TIME.test(String(value)) ? ['is no time'] : []),
    ...(text !== null && /^\d{4}-\d\d-\d\d[T ]\d/.test(text) && !TIME.test(text) ? ['is not in RFC 3339'] : []),
    ...(AMOUNTS.test(name) && isScalar && !isAmount ? ['is no amount'] : []),
    ...(AMOUNTS.test(name) && Array.isArray(value) ? ['is a list of amounts'] : []),
    ...(text !== null && name !== 'currency' && WITH_SIGN.test(text) ? ['has its currency in it'] : []),
    ...(isAmount && typeof currency !== 'string' ? ['has no currency beside it'] : []),
    ...(name === 'status' && text !== null && !STATE.test(text) ? ['is no state of the service'] : []),
  ];
}
