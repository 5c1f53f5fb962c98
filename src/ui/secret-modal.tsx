import { wrapped } from '../lib/width.ts';
import type { Secret } from '../resources/secret.ts';
import type { SecretStep } from '../state/overlay.ts';
import { useConsole } from './desk-context.ts';
import { blankLine, Modal, type ModalLine, modalWidth, textLine } from './modal.tsx';

/** A secret, shown once. When the modal closes nothing of it is left on screen or in the state. */
export function SecretModal({ secret, step }: { readonly secret: Secret; readonly step: SecretStep }) {
  const columns = useConsole((state) => state.size.columns);
  const room = modalWidth(columns, 96);
  if (step.kind === 'leaving') {
    return (
      <Modal
        title={secret.title}
        tone="warn"
        lines={[
          textLine('It was neither copied nor saved, and it will not come again.', 'warn'),
          textLine('Press y to close it all the same, Esc to go back.'),
        ]}
      />
    );
  }
  const foot: readonly ModalLine[] =
    step.kind === 'saving'
      ? [
          { kind: 'field', label: [{ text: 'Save to ', tone: 'accent' }], editor: step.editor },
          ...(step.wrong === null ? [] : wrapped(step.wrong, room).map((line) => textLine(line, 'bad'))),
        ]
      : [
          ...(step.told === null ? [] : [textLine(step.told, 'good')]),
          textLine('c copies it, s saves it to a file, Esc closes it for good.', 'dim'),
        ];
  const lines: readonly ModalLine[] = [
    ...wrapped(`This is shown once and will not come again. ${secret.lines.join(' ')}`, room).map((line) =>
      textLine(line, 'warn'),
    ),
    blankLine,
    ...secret.value.split('\n').flatMap((line) => wrapped(line, room).map((part) => textLine(part, 'strong'))),
    blankLine,
    ...foot,
  ];
  return <Modal title={secret.title} lines={lines} at={lines.length} wide={96} tone="warn" />;
}
