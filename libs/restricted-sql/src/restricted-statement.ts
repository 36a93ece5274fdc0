/** The values of a row, as JSON. */
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
  /** Number of rows read, or matched by a write. */
  rowCount: number;
}

/** The value of one parameter. Lists and objects are sent as JSON text. */
export type Bound = string | number | boolean | null;

/** A checked statement. */
export interface CheckedStatement {
  /** The statement's text in the syntax of the database's own protocol. */
  text: string;
  values: Bound[];
  /** False for a statement that only reads. Such a statement runs in a read-only transaction in either mode. */
  writes: boolean;
}
