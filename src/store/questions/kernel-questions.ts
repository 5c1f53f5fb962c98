import type { Bid } from '../../contract/bid.ts';
import { capitalized } from '../../lib/words.ts';
import { confirmationNeeded, pauseImpact, resumeImpact } from '../../resources/bids/confirm.ts';
import type { UndoOf, Write } from '../../resources/write.ts';
import { update, withRemote } from '../controller.ts';
import { dialogChanged, dialogClosed } from '../dialogs/dialog-stack.ts';
import { formEffect } from '../dialogs/form-state.ts';
import type { RequestKind } from '../question.ts';
import { liveContextOf } from '../row-context.ts';
import { stillUndoable } from '../undo.ts';
import { changeRows, typed } from './change-rows.ts';
import type { QuestionRecord, Questions } from './record.ts';

const sendForm: QuestionRecord<'form'> = {
  now: (state, { form, values }) => {
    const effect = formEffect(form, values, liveContextOf(state));
    return effect.ok ? effect : { ok: false, error: effect.error.map(({ message }) => message).join(' ') };
  },
  carryOut: (controller, _, { writes, review }) => {
    const [only, ...others] = writes;
    if (only === undefined) return;
    if (others.length > 0) {
      // The service may refuse some: their rows keep the marks, for another try.
      update(controller, dialogClosed);
      withRemote(controller, (remote) => remote.send(writes));
      return;
    }
    update(controller, (state) =>
      dialogChanged(state, 'form', (form) => ({ ...form, step: { kind: 'sending', lines: review } })),
    );
    withRemote(controller, (remote) => remote.submit(only));
  },
};

const MAX_LINES = 12;

/** Bids changed since then are left alone and named. */
const undoChange: QuestionRecord<'undo'> = {
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

const kernelQuestions = {
  action: changeRows,
  undo: undoChange,
  form: sendForm,
} satisfies Partial<Questions>;

/** The records of features. */
export type BroughtQuestions = Pick<Questions, Exclude<RequestKind, keyof typeof kernelQuestions>>;

export const composedQuestions = (brought: BroughtQuestions): Questions => ({ ...kernelQuestions, ...brought });
