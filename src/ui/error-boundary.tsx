import { Component, type ReactNode } from 'react';

type Props = { readonly onFault: (fault: unknown) => void; readonly children: ReactNode };

/** A fault while drawing is handed on instead of being printed over the terminal; nothing is drawn after it. */
export class FaultBoundary extends Component<Props, { readonly fallen: boolean }> {
  override state = { fallen: false };

  static getDerivedStateFromError(): { readonly fallen: boolean } {
    return { fallen: true };
  }

  override componentDidCatch(fault: unknown): void {
    this.props.onFault(fault);
  }

  override render(): ReactNode {
    return this.state.fallen ? null : this.props.children;
  }
}
