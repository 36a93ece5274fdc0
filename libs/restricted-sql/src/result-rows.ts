import type { RestrictedResult, SqlJson } from './restricted-statement';
import { resultTooLarge, tooManyRows } from './sql-errors';
import { toJson } from './sql-values';

export interface ResultLimits {
  rows: number;
  /** Maximum size of the rows as JSON, in characters. */
  characters: number;
}

/** Collects the rows of one statement. A row beyond a limit causes an error. Rows are never dropped silently. */
export class ResultRows {
  readonly rows: RestrictedResult['rows'] = [];
  private characters = 0;

  constructor(private readonly limits: ResultLimits) {}

  /**
   * Adds a row.
   * @throws DomainError if the row exceeds a limit
   */
  add(names: readonly string[], values: readonly unknown[]): void {
    const { rows, characters } = this.limits;
    if (this.rows.length >= rows) throw tooManyRows(rows);
    // `fromEntries` also creates ordinary properties for special names such as __proto__.
    const row: Record<string, SqlJson> = Object.fromEntries(
      names.map((name, index) => [name, toJson(values[index])]),
    );
    this.characters += JSON.stringify(row).length + 1;
    if (this.characters > characters) throw this.tooLarge();
    this.rows.push(row);
  }

  tooLarge(): Error {
    return resultTooLarge(this.limits.characters);
  }

  /**
   * The maximum number of bytes that the server needs to send rows within the limit. A UTF-16 unit has at most three
   * bytes in UTF-8, and the server needs fewer bytes than JSON to escape characters.
   */
  get mostBytes(): number {
    return 4 * this.limits.characters + 65_536;
  }
}
