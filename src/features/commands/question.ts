import type { PaneName } from '../../resources/rows.ts';
import { withRemote } from '../../store/controller.ts';
import { liveRows } from '../../store/disabled-reason.ts';
import { nameOf } from '../../store/panes/row-detail.ts';
import { leftOutLines } from '../../store/question.ts';
import type { QuestionRecord } from '../../store/questions/record.ts';
import type { CustomCommand } from './command-record.ts';
import { commandTargets } from './targets.ts';

declare module '../../store/question.ts' {
  interface Requests {
    /** Running a command of the operator. */
    readonly 'custom-command': ChosenRows & { readonly command: CustomCommand; readonly pane: PaneName };
  }
}

/** Running a command of the operator on rows; those that are gone are left out. */
export const runCommand: QuestionRecord<'custom-command'> = {
  now: (state, { command, pane, fids }) => {
    const present = liveRows(state, pane, fids).map(({ fid }): string => fid);
    if (present.length === 0) return { ok: false, error: `The rows are gone, so ${command.name} was not run.` };
    const names = commandTargets(state, pane, present).map(
      ({ list, fid, part }) => `${nameOf(state, list, fid)}${part === null ? '' : ` (${part.words})`}`,
    );
    const gone = fids.length - present.length;
    const leftOut = gone === 0 ? null : `${gone} of ${fids.length} ${gone === 1 ? 'is' : 'are'} gone`;
    const { run } = command;
    return {
      ok: true,
      value: {
        sentence: command.name,
        title: command.name,
        lines: [
          { text: run.kind === 'shell' ? run.line : run.parts.join(' '), tone: 'strong' },
          { text: `on ${names.join(', ')}` },
          ...leftOutLines(leftOut),
        ],
        review: [],
        rows: present,
        writes: [],
        answer: command.confirm ? { by: 'key' } : { by: 'nothing' },
        leftOut,
        reads: [],
      },
    };
  },
  carryOut: (controller, { command, pane }, { rows }) =>
    withRemote(controller, (remote) => remote.runCustom?.(command, pane, rows)),
};
