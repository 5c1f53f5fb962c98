import type { ComponentType, ReactNode } from 'react';

/** ink-table's own types are of an older React, in which elements had a global type. */
declare const Table: ComponentType<{
  readonly data: readonly Readonly<Record<string, string>>[];
  readonly columns?: readonly string[];
  readonly skeleton?: (props: { readonly children?: ReactNode }) => ReactNode;
  readonly header?: (props: { readonly children?: ReactNode }) => ReactNode;
}>;
export default Table;
