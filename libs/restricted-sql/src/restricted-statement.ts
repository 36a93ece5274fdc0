/** The values of a row, as JSON. */
export type SqlJson = null | boolean | number | string | SqlJson[] | { [name: string]: SqlJson };

export interface RestrictedStatement {
  query: string;
  /** The values of the question marks, in order. */
  params: SqlJson[];
  mode: 'read' | 'write';
  signal: AbortSignal;
}

export interface RestrictedResult {
  /** The rows that the statement returns. Empty if it writes and returns nothing. */
  rows: { [name: string]: SqlJson }[];
  /** Number of rows read, or matched by a write. */
  rowCount: number;
}

/** The value of one parameter. Lists and objects are sent as JSON text. */
export type Bound = string | number | boolean | null;

/** A checked statement. */
export interface CheckedStatement {
  /** The text of the statement, with parameters in the syntax that the protocol of the database requires. */
  text: string;
  values: Bound[];
  /** False for a statement that only reads. It then runs in a read-only transaction, regardless of the mode. */
  writes: boolean;
}
