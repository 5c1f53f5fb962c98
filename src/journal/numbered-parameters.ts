import type { SQLInputValue } from 'node:sqlite';

/** SQL without numbers of parameters, and the values for it from those by number. */
export type PlainSql = {
  readonly sql: string;
  readonly values: (given: readonly SQLInputValue[]) => SQLInputValue[];
};

/** Replaces `?1`, `?2` … by plain parameters: Node 22 binds values to those alone. */
export function plainSql(numbered: string): PlainSql {
  const order: number[] = [];
  const sql = numbered.replace(/\?(\d+)/g, (_, number) => {
    order.push(Number(number) - 1);
    return '?';
  });
  if (order.length === 0) return { sql, values: (given) => [...given] };
  return { sql, values: (given) => order.map((at) => given[at] ?? null) };
}
