import { InvalidArgumentError } from 'commander';
import { system } from '../system/system.ts';
import { duration } from './market-options.ts';
import { number } from './options.ts';

/** Converts `90s`, `8h`, `7d`, a day such as 2026-11-20 or a time such as 2026-11-20T08:00 to milliseconds since 1970. */
const pastTime = (text: string): number => {
  if (/^\d{1,6}[smhd]$/.test(text)) return system().clock.now() - duration(text);
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text);
  // A day alone would count from midnight in Greenwich.
  const time = isDate ? Date.parse(text.length === 10 ? `${text}T00:00` : text) : Number.NaN;
  // A day that no month has, such as 31 February, would be one of the next month.
  const day = Date.parse(text.slice(0, 10));
  if (Number.isNaN(time) || !new Date(day).toISOString().startsWith(text.slice(0, 10)))
    throw new InvalidArgumentError('Give a time such as 8h or 7d, or a date such as 2026-11-20.');
  if (time > system().clock.now()) throw new InvalidArgumentError('Give a time in the past.');
  return time;
};

/** `--since`: where a time begins, in milliseconds since 1970. `usual` says what is without it. */
export const since = (usual: string) => moment('--since <time>', 'Begin', usual);

/** `--until`: where a time ends. */
export const until = (usual: string) => moment('--until <time>', 'End', usual);

const moment = (words: string, what: string, usual: string) =>
  number(words, `${what}: 90s, 8h or 7d ago, or a date such as 2026-11-20. Without it ${usual}.`, pastTime);
