import { type Finding, ok, warning } from '../../command/doctor-lines.ts';
import { connectionFrom } from '../../config/connection.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { own } from '../../lib/typed-key.ts';
import { readList } from '../../resources/project-lists.ts';
import type { Features } from '../../store/state.ts';
import { clientFor } from '../../system/request-log.ts';
import { allowedExtras } from './all-extras.ts';
import { type Extra, type ExtraFault, faultSentence } from './extra.ts';
import { extras } from './settings.ts';

/** Answers of a service that has no such thing. */
const ABSENT: readonly ExtraFault['kind'][] = ['not-found', 'refused', 'conflict'];

/** Which extras the service has, each tried once. A failing one is no failure: without it bounds are shown. */
export async function checkExtras(_: Features, { settings }: ResolvedSettings): Promise<readonly Finding[]> {
  if (settings.baseUrl === null || settings.project === null) return [];
  if (own(settings, extras) === 'off') return [ok('extras', 'none are asked for, because extras is "off"')];
  const { project, ...connection } = connectionFrom(settings);
  const client = clientFor(settings, { ...connection, readOnly: true });
  const bids = await readList(client, 'bids', [project], {}, { enough: { maxRows: 1 } });
  if (!bids.ok) return [];
  const [bid = null] = Array.from(bids.value.rows.values(), ({ row }) => row);
  const there: Extra[] = [];
  const absent: Extra[] = [];
  const findings: Finding[] = [];
  for (const extra of allowedExtras(settings)) {
    const send = extra.trial({ project, bid });
    const answer = send === null ? null : await send(client, extra.path, new AbortController().signal);
    if (answer === null) findings.push(ok(nameOf(extra), 'not tried, because the project has no bid to ask about'));
    else if (answer.ok) there.push(extra);
    else if (ABSENT.includes(answer.error.kind)) absent.push(extra);
    else
      findings.push(
        warning(
          nameOf(extra),
          `not used: ${faultSentence(answer.error)}`,
          `It would say ${extra.says} (${extra.path}).`,
        ),
      );
  }
  return [
    ...there.map((extra) => ok(nameOf(extra), `the service says ${extra.says}`)),
    ...(absent.length === 0
      ? []
      : [
          ok(
            'extras',
            `the service has no ${absent.map(({ name }) => name).join(', ')}; without them bounds are shown`,
          ),
        ]),
    ...findings,
  ];
}

const nameOf = ({ name }: Extra): string => `extra ${name}`;
