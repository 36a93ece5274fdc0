/** What rows consist of, as JSON writes it. */
export type SqlJson = null | boolean | number | string | SqlJson[] | { [name: string]: SqlJson };

export interface RestrictedStatement {
  query: string;
  /** Bound in the order of the question marks. */
  params: SqlJson[];
  mode: 'read' | 'write';
  signal: AbortSignal;
}

export interface RestrictedResult {
  /** Empty for a statement that writes and returns nothing. */
  rows: { [name: string]: SqlJson }[];
  /** Rows read, or matched by a write. */
  rowCount: number;
}

/** What is bound to one parameter: lists and objects travel as JSON text. */
export type Bound = string | number | boolean | null;

/** A statement that has been looked through. */
export interface CheckedStatement {
  /** As the database's own protocol wants it. */
  text: string;
  values: Bound[];
  /** False for what can only read: it runs where nothing can be written, whatever the mode. */
  writes: boolean;
}
