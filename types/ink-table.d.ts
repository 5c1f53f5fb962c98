import type { ComponentType, ReactNode } from 'react';

/** ink-table is CommonJS with a default export of its own, so importing it gives a module within a module. */
declare const table: {
  readonly default: ComponentType<{
    readonly data: readonly Readonly<Record<string, string>>[];
    readonly columns?: readonly string[];
    readonly skeleton?: (props: { readonly children?: ReactNode }) => ReactNode;
    readonly header?: (props: { readonly children?: ReactNode }) => ReactNode;
  }>;
};
export default table;
