import type { ComponentType, ReactNode } from 'react';

/** Component of ink-table, whose own types need the global JSX types of an older React. */
declare const Table: ComponentType<{
  readonly data: readonly Readonly<Record<string, string>>[];
  readonly columns?: readonly string[];
  readonly skeleton?: (props: { readonly children?: ReactNode }) => ReactNode;
  readonly header?: (props: { readonly children?: ReactNode }) => ReactNode;
}>;
export default Table;
