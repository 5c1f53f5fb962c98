/** What the operator gets to know about the delivery to a target. `why` is a clause without the address. */
export type NotifyEvent =
  | { readonly kind: 'failing'; readonly target: string; readonly why: string }
  | { readonly kind: 'refused'; readonly target: string; readonly why: string }
  | { readonly kind: 'stopped'; readonly target: string; readonly why: string }
  | { readonly kind: 'recovered'; readonly target: string };

/** An event as a sentence. */
export function notifyEventText(event: NotifyEvent): string {
  switch (event.kind) {
    case 'failing':
      return `Notifications to ${event.target} fail: ${event.why}. They are tried again.`;
    case 'refused':
      return `A notification to ${event.target} was refused: ${event.why}. It is not sent again.`;
    case 'stopped':
      return `Notifications to ${event.target} are stopped: ${event.why}. Correct its [[notify]], or start spotdeck again.`;
    case 'recovered':
      return `Notifications to ${event.target} arrive again.`;
  }
}
