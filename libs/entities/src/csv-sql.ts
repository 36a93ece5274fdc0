/**
 * SQL expressions that write values as the cells of a CSV file. The lines of `csvLines` equal those of `csvLine` in
 * `@app/kernel`, with one exception: NUL characters, which PostgreSQL cannot write, become U+FFFD. Null stays null.
 * Integers need no expression.
 */
export interface CsvSql {
  /** A text, with an apostrophe before a formula. On MySQL and MariaDB, also with quotes if necessary. */
  text(value: string): string;
  double(value: string): string;
  boolean(value: string): string;
  instant(value: string): string;
  /** The value of a `JsonTextColumn`: strings without their quotes, other values as JSON. */
  json(value: string): string;
  /** The seconds between two instants, with milliseconds as decimals. */
  seconds(from: string, to: string): string;
  /**
   * Joins cells to a line without its line break. The cells must already have the quotes that they need. Null is an
   * empty cell.
   */
  line(cells: readonly string[]): string;
}
