import type { Bid } from '../../contract/bid.ts';
import { capitalized } from '../../lib/words.ts';
import { confirmationNeeded, pauseImpact, resumeImpact } from '../../resources/bids/confirm.ts';
import type { UndoOf, Write } from '../../resources/write.ts';
import { withRemote } from '../controller.ts';
import { liveContextOf } from '../row-context.ts';
import { stillUndoable } from '../undo.ts';
import { typed } from './change-rows.ts';
import type { QuestionRecord } from './record.ts';

/** Most lines of the dialog. */
const MAX_LINES = 12;

/** Taking back the last change. Bids that changed since are left as they are and named; what stops and what begins to cost is said. */
export const undoChange: QuestionRecord<'undo'> = {
  now: (state, { writes }) => {
    const { left, kept } = stillUndoable(state, writes, (fid) => state.lists.bids.rows.get(fid)?.row);
    if (left.length === 0) return { ok: false, error: kept[0] ?? 'There is nothing to undo.' };
    const context = liveContextOf(state);
    const bidsOf = (effect: UndoOf['effect']): readonly Bid[] =>
      left.flatMap(({ undoOf, fid }) =>
        undoOf?.effect === effect && fid !== null ? (context.rowOf('bids', fid)?.row ?? []) : [],
      );
    const impacts = [pauseImpact(bidsOf('pauses'), context), resumeImpact(bidsOf('resumes'), context)];
    const affected = impacts.reduce((sum, impact) => sum + impact.affected, 0);
    const { confirm, production } = state.connected;
    const needed = confirmationNeeded({ affected }, { confirm, production, alone: true });
    const rows = [
      ...left.map((write) => ({ text: `${write.name}: ${undoText(write)}` })),
      ...kept.map((text) => ({ text, tone: 'warn' as const })),
    ];
    const more = rows.length - MAX_LINES;
    const limits = left.flatMap(({ undoOf }) => undoOf?.limits ?? [])[0];
    const title = left.length === 1 ? 'Undo' : `Undo ${left.length} changes`;
    return {
      ok: true,
      value: {
        sentence: title,
        title,
        lines: [
          ...rows.slice(0, MAX_LINES),
          ...(more > 0 ? [{ text: `and ${more} more` }] : []),
          ...impacts.flatMap(({ affected, meaning }) =>
            affected === 0 ? [] : [{ text: `${capitalized(meaning)}.`, tone: 'warn' as const }],
          ),
          ...(limits === undefined ? [] : [{ text: `${capitalized(limits)}.`, tone: 'warn' as const }]),
        ],
        review: [],
        rows: left.flatMap(({ fid }) => fid ?? []),
        writes: left,
        answer: needed === 'typed-count' ? typed(String(left.length)) : { by: 'key' },
        leftOut: null,
        reads: ['bids', 'instances'],
      },
    };
  },
  carryOut: (controller, { writes }, effect) => {
    const { store } = controller;
    store.setState({ undo: store.getState().undo.filter((group) => group !== writes) });
    withRemote(controller, (remote) => remote.undo(effect.writes));
  },
};

const undoText = ({ undoOf, verb }: Write): string => undoOf?.text ?? verb;
