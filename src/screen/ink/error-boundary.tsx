import { Component, type ReactNode } from 'react';

type Props = { readonly onError: (error: unknown) => void; readonly children: ReactNode };

/** Reports an error while drawing, so that Ink does not print it over the terminal, and draws nothing from then on. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
