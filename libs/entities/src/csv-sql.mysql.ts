import type { CsvSql } from './csv-sql';

/** Characters that make a text a formula if it begins with one of them. */
const FORMULA = String.raw`[\\x00-\\x1f\\x7f-\\x{9f}=+@\\x{ff1d}\\x{ff0b}\\x{ff0d}\\x{ff20}-]`;
const QUOTED = String.raw`[",\\r\\n]`;
/** Escapes of NUL and of halves of surrogate pairs. */
const NOT_TEXT = String.raw`\\\\u(0000|d[89a-f][0-9a-f]{2})`;
const BACKSLASH = String.raw`'\\'`;
const TWO_BACKSLASHES = String.raw`'\\\\'`;

export const mysqlCsv: CsvSql = {
  // Most texts need only the first comparison.
  text: (value) =>
    `CASE WHEN ${value} REGEXP '^${FORMULA}|${QUOTED}' THEN
       CASE WHEN ${value} REGEXP '${QUOTED}'
         THEN CONCAT('"', IF(${value} REGEXP '^${FORMULA}', '''', ''), REPLACE(${value}, '"', '""'), '"')
         ELSE CONCAT('''', ${value}) END
     ELSE ${value} END`,

  // MariaDB writes numbers with an exponent from 1e15 on and below 1e-15, and puts no plus sign before the exponent.
  double: (value) =>
    `CASE WHEN ${value} = 0 THEN '0'
       WHEN ABS(${value}) >= 1e-6 AND ABS(${value}) < 1e15 THEN CONCAT(${value})
       WHEN ABS(${value}) >= 1e15 AND ABS(${value}) < 1e21 THEN ${integral(value)}
       WHEN ABS(${value}) >= 1e21 THEN REPLACE(${value}, 'e', 'e+')
       WHEN ABS(${value}) < 1e-15 THEN CONCAT(${value})
       ELSE ${scientific(value)} END`,

  boolean: (value) => `CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`,

  // The columns store milliseconds, so the text of an instant always has three decimals.
  instant: (value) => `CONCAT(INSERT(${value}, 11, 1, 'T'), 'Z')`,

  json: (value) =>
    `CASE LEFT(${value}, 1) WHEN '"' THEN ${mysqlCsv.text(unquoted(value))}
       WHEN '{' THEN ${mysqlCsv.text(value)} WHEN '[' THEN ${mysqlCsv.text(value)}
       WHEN 'n' THEN NULL ELSE ${value} END`,

  seconds: (from, to) => `(TIMESTAMPDIFF(MICROSECOND, ${from}, ${to}) DIV 1000) / 1e3`,

  // CONCAT_WS skips nulls, so COALESCE turns each of them into an empty cell.
  line: (cells) => `CONCAT_WS(',', ${cells.map((cell) => `COALESCE(${cell}, '')`).join(', ')})`,
};

/**
 * Formats doubles from 1e15 to 1e21. The cast keeps all decimals, because the fraction of such a double is a multiple
 * of 1/8.
 */
function integral(value: string): string {
  return `TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(${value} AS DECIMAL(40, 8))))`;
}

/** Doubles from 1e-15 to 1e-6: `0.00000012` becomes `1.2e-7`. */
function scientific(value: string): string {
  const decimals = `SUBSTR(ABS(${value}), 3)`;
  const digits = `TRIM(LEADING '0' FROM ${decimals})`;
  const mantissa = `CONCAT(LEFT(${digits}, 1), IF(LENGTH(${digits}) > 1, '.', ''), SUBSTR(${digits}, 2))`;
  const exponent = `LENGTH(${decimals}) - LENGTH(${digits}) + 1`;
  return `CONCAT(IF(${value} < 0, '-', ''), ${mantissa}, 'e-', ${exponent})`;
}

/**
 * JSON text contains no unescaped control characters, so a control character can temporarily replace an escaped
 * backslash.
 */
function unquoted(value: string): string {
  const marked = `REPLACE(${value}, ${TWO_BACKSLASHES}, CHAR(1 USING utf8mb4))`;
  const replaced = `REGEXP_REPLACE(${marked}, '${NOT_TEXT}', '\uFFFD')`;
  return `IF(LOCATE(${BACKSLASH}, ${value}) = 0, SUBSTR(${value}, 2, CHAR_LENGTH(${value}) - 2),
    JSON_UNQUOTE(REPLACE(${replaced}, CHAR(1 USING utf8mb4), ${TWO_BACKSLASHES})))`;
}
