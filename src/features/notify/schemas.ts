import * as z from 'zod';
import { MINUTE_MS } from '../../lib/duration.ts';
import { inThousands } from '../../lib/money.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { withoutPeriod } from '../../lib/words.ts';
import { activity } from '../../resources/activity.ts';
import { MAX_FILTER, parseFilter } from '../../resources/filter/parse.ts';
import { inHome } from '../../system/files.ts';
import { NOTIFY_FORMATS, type NotifySetting, type UrlSource, wrongInUrl } from './target.ts';

const LONGEST_GROUP_MS = 10 * MINUTE_MS;
const USUAL_GROUP_MS = 10_000;
const UNITS: Readonly<Record<string, number>> = { s: 1000, m: MINUTE_MS };

const text = z.string().trim().min(1);
const groupWithin = z
  .string()
  .regex(/^\d{1,3}[sm]$/)
  .transform((written) => Number(written.slice(0, -1)) * (UNITS[written.slice(-1)] ?? 0))
  .refine((ms) => ms <= LONGEST_GROUP_MS);

const written = z
  .strictObject({
    name: text
      .max(40)
      .refine((name) => printableLine(name) === name)
      .meta({
        description: 'Name in notices and in "spotdeck notify".',
        allowed: 'a name of at most 40 characters',
      }),
    url: z.string().optional().meta({
      description: 'Address to send to. It is a secret: prefer one of the other three.',
      allowed: 'an address that begins with https://, or with http:// on this machine',
    }),
    url_file: text.optional().meta({
      description: 'File with the address; nobody else may be able to read it.',
      allowed: 'the path of a file that only you can read',
    }),
    url_command: z.array(z.string()).min(1).optional().meta({
      description: 'Program and arguments that print the address.',
      allowed: 'a list of a program and its arguments',
    }),
    url_env: text.optional().meta({
      description: 'Name of an environment variable that holds the address.',
      allowed: 'the name of an environment variable',
    }),
    format: z.enum(NOTIFY_FORMATS).default('json').meta({
      description: 'Shape of the messages.',
      allowed: 'json, slack or discord',
    }),
    filter: z
      .string()
      .max(MAX_FILTER)
      .default('')
      .meta({
        description: 'Events that are sent, as of "spotdeck watch --filter".',
        allowed: `a filter of at most ${inThousands(MAX_FILTER)} characters, as of "spotdeck watch --filter", such as "outcome:lost"`,
      }),
    profiles: z.array(text).default([]).meta({
      description: 'Profiles whose events are sent; all but the demo without it.',
      allowed: 'a list of names of profiles',
    }),
    group_within: groupWithin.default(USUAL_GROUP_MS).meta({
      description: 'Time that a message waits for more events.',
      allowed: 'a time from "0s" to "10m"',
    }),
  })
  .meta({ table: 'a target' });

/** Each fault has its own sentence, without the address. */
export const listOfNotify = z
  .array(
    written.transform((given, context): NotifySetting => {
      const fault = (key: string, message: string): never => {
        context.addIssue({ code: 'custom', message, path: [key] });
        return z.NEVER;
      };
      const { name, format, profiles, group_within: groupMs } = given;
      const [source, ...more] = sourcesIn(given);
      if (source === undefined)
        return fault('name', `${name} has no address: give url_file, url_command, url_env or url`);
      if (more.length > 0)
        return fault('name', `${name} has several addresses: leave one of url, url_file, url_command, url_env`);
      const wrong = source.kind === 'value' ? wrongInUrl(source.url) : null;
      if (wrong !== null) return fault('url', wrong);
      const filter = parseFilter(given.filter, activity.columns);
      if (!filter.ok)
        return fault('filter', `the filter ${given.filter} can't be read: ${withoutPeriod(filter.error.why)}`);
      return { name, format, filter: filter.value, profiles, groupMs, source };
    }),
  )
  .max(20)
  .superRefine((targets, context) => {
    const names = targets.map(({ name }) => name);
    const n = names.findIndex((name, at) => names.indexOf(name) !== at);
    if (n >= 0)
      context.addIssue({ code: 'custom', message: `two targets are called ${names[n] ?? ''}`, path: [n, 'name'] });
  });

function sourcesIn({ url, url_file, url_command, url_env }: z.output<typeof written>): readonly UrlSource[] {
  return [
    ...(url === undefined ? [] : [{ kind: 'value', url } as const]),
    ...(url_file === undefined ? [] : [{ kind: 'file', path: inHome(url_file) } as const]),
    ...(url_command === undefined ? [] : [{ kind: 'command', command: url_command } as const]),
    ...(url_env === undefined ? [] : [{ kind: 'environment', name: url_env } as const]),
  ];
}
