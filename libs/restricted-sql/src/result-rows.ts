import type { RestrictedResult, SqlJson } from './restricted-statement';
import { resultTooLarge, tooManyRows } from './sql-errors';
import { toJson } from './sql-values';

export interface ResultLimits {
  rows: number;
  /** Of the rows as JSON. */
  characters: number;
}

/** Takes in the rows of one statement as they come, up to its limits: nothing is cut on the quiet. */
export class ResultRows {
  readonly rows: RestrictedResult['rows'] = [];
  private characters = 0;

  constructor(private readonly limits: ResultLimits) {}

  /** @throws DomainError where this row is one too many */
  add(names: readonly string[], values: readonly unknown[]): void {
    const { rows, characters } = this.limits;
    if (this.rows.length >= rows) throw tooManyRows(rows);
    // Names that JavaScript knows, such as __proto__, become ordinary properties.
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

  /** More than the rows can have in bytes on their way here: escapes are shorter there, characters up to thrice as long. */
  get mostBytes(): number {
    return 4 * this.limits.characters + 65_536;
  }
}
