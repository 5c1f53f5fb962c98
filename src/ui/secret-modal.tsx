import { useApp } from 'ink';
import { useEffect } from 'react';
import { blankLine, type DialogLine, textLine } from '../dialogs/line.ts';
import { forgetTexts } from '../lib/remember.ts';
import { wrapped, wrappedWhole } from '../lib/width.ts';
import type { Secret } from '../resources/secret.ts';
import type { SecretStep } from '../state/overlay.ts';
import { questionSign } from './bars.ts';
import { useConsole } from './desk-context.ts';
import { Modal, modalHeight, modalWidth } from './modal.tsx';

/** What was drawn is remembered, to be drawn again quickly: when a component is gone, and the frame without it drawn, all of that is forgotten. */
function useForgottenAfterwards(): void {
  const { waitUntilRenderFlush } = useApp();
  useEffect(
    () => () => {
      // It fails when the screen has: there is no next frame then.
      waitUntilRenderFlush().then(forgetTexts, forgetTexts);
    },
    [waitUntilRenderFlush],
  );
}

/** A secret, shown once. When the modal closes nothing of it is left on screen or in the state. */
export function SecretModal({ secret, step }: { readonly secret: Secret; readonly step: SecretStep }) {
  useForgottenAfterwards();
  const size = useConsole((state) => state.size);
  const more = useConsole((state) => state.signs.more);
  const sign = useConsole(questionSign);
  const room = modalWidth(size.columns, 96);
  if (step.kind === 'leaving') {
    const lost =
      step.kept === 'copied'
        ? 'It was not saved. If the terminal did not accept the copy, it is lost.'
        : 'It was neither copied nor saved, and it cannot be shown again.';
    return (
      <Modal
        title={secret.title}
        tone="warn"
        lines={[
          ...wrapped(lost, room).map((line) => textLine(line, 'warn')),
          ...wrapped(`${sign} y close anyway, Esc back`, room).map((line) => textLine(line)),
        ]}
      />
    );
  }
  const once = 'This is shown only once.';
  // On a low screen the secret needs the room more than the words about it.
  const low = size.rows < 16;
  const head = wrapped(low ? once : [once, ...secret.lines].join(' '), room).map((line) => textLine(line, 'warn'));
  const gap = low ? [] : [blankLine];
  const foot: readonly DialogLine[] =
    step.kind === 'saving'
      ? [
          { kind: 'field', label: [{ text: 'Save to ', tone: 'accent' }], editor: step.editor },
          ...(step.wrong === null ? [] : wrapped(step.wrong, room).map((line) => textLine(line, 'bad'))),
        ]
      : [
          ...(step.told === null ? [] : wrapped(step.told, room).map((line) => textLine(line, 'good'))),
          textLine('c copies it, s saves it to a file, Esc closes it.', 'dim'),
        ];
  const value = secret.value
    .read()
    .trimEnd()
    .split('\n')
    .flatMap((line) => wrappedWhole(line, room));
  const fitting = Math.max(1, modalHeight(size.rows) - head.length - foot.length - 2 * gap.length);
  const shown = value.length <= fitting ? value : value.slice(0, fitting - 1);
  const hidden = value.length - shown.length;
  const lines: readonly DialogLine[] = [
    ...head,
    ...gap,
    ...shown.map((line) => textLine(line, 'strong')),
    ...(hidden === 0 ? [] : [textLine(`${more} ${hidden} more lines, copied and saved with the rest`, 'dim')]),
    ...gap,
    ...foot,
  ];
  return <Modal title={secret.title} lines={lines} at={lines.length} wide={96} tone="warn" />;
}
