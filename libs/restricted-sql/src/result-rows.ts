import type { RestrictedResult, SqlJson } from './restricted-statement';
import { resultTooLarge, tooManyRows } from './sql-errors';
import { toJson } from './sql-values';

export interface ResultLimits {
  rows: number;
  /** Size of the rows as JSON. */
  characters: number;
}

/**
 * Collects the rows of one statement up to its limits. Exceeding a limit is an error; rows are never dropped silently.
 */
export class ResultRows {
  readonly rows: RestrictedResult['rows'] = [];
  private characters = 0;

  constructor(private readonly limits: ResultLimits) {}

  /** @throws DomainError if this row exceeds a limit */
  add(names: readonly string[], values: readonly unknown[]): void {
    const { rows, characters } = this.limits;
    if (this.rows.length >= rows) throw tooManyRows(rows);
    // Names with a special meaning, such as __proto__, become ordinary properties.
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
   * The maximum number of bytes in which the server sends these rows. A character has at most three bytes, and the
   * server escapes characters with fewer bytes than JSON.
   */
  get mostBytes(): number {
    return 4 * this.limits.characters + 65_536;
  }
}
