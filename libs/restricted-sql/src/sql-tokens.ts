import type { Dialect } from '@app/config';
import { statementInvalid, statementRefused } from './sql-errors';

export interface SqlToken {
  kind: 'word' | 'quoted' | 'literal' | 'parameter' | 'symbol';
  /** Words in lower case, quoted names without their quotes; the rest as written. */
  text: string;
  /** Where it stands in the statement. */
  start: number;
  end: number;
}

type Kind = SqlToken['kind'] | 'space';

/**
 * How each database cuts a statement into tokens, with the settings that sessions here have. What must not be read
 * differently than the database does stands under `refused`.
 */
const LEXING: Record<Dialect, { kinds: [Kind, RegExp][]; refused: [RegExp, string][] }> = {
  postgres: {
    kinds: [
      ['space', /[ \t\n\r\f\v]+|--[^\n\r]*/y],
      ['literal', /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y],
      ['literal', /'(?:[^']|'')*'/y],
      ['literal', /\$(?<tag>(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?)\$[\s\S]*?\$\k<tag>\$/y],
      ['quoted', /"(?:[^"]|"")*"/y],
      // Not the start of a text that does not end.
      ['word', /(?![eE]')[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
      ['literal', /\d+/y],
      // An operator with a question mark in it is written with two.
      ['symbol', /\?\?/y],
      ['parameter', /\?/y],
      ['symbol', /[^'"$\w]/y],
    ],
    refused: [
      [/[uU]&['"]/y, 'Texts and names with Unicode escapes (U&) are not allowed.'],
      [
        /[eE]'(?:[^'\\]|\\[\s\S]|'')*'[ \t\f\v]*(?:--[^\n\r]*)?[\n\r](?:\s|--[^\n\r]*)*'/y,
        'A text ends in its line.',
      ],
      [/\$\d/y, 'Parameters are written as question marks.'],
    ],
  },
  mysql: {
    kinds: [
      ['space', /[ \t\n\r\f\v]+|#[^\n]*|--(?=[ \t\n\r\f\v]|$)[^\n]*/y],
      ['literal', /'(?:[^'\\]|\\[\s\S]|'')*'/y],
      ['literal', /"(?:[^"\\]|\\[\s\S]|"")*"/y],
      ['quoted', /`(?:[^`]|``)*`/y],
      ['word', /[\w$\u0080-\uffff]+/y],
      ['parameter', /\?/y],
      ['symbol', /[^'"`\w$]/y],
    ],
    refused: [[/\/\*(?:M?!|\+)/y, 'Comments that are run as code or hints are not allowed.']],
  },
};

/** Some end a word or begin a comment in one database, and do not in another. */
const CONTROL: [RegExp, string] = [/(?![\t\n\r\f\v])\p{Cc}/uy, 'Control characters are not allowed.'];

/** @throws DomainError where the statement cannot be cut, or in a way that is not to be relied on */
export function tokensOf(query: string, dialect: Dialect): SqlToken[] {
  if (query.includes('\0')) throw statementInvalid('The statement has a character that no text has (NUL).');
  const { kinds, refused } = LEXING[dialect];
  const tokens: SqlToken[] = [];
  for (let start = 0; start < query.length;) {
    const wrong = [CONTROL, ...refused].find(([pattern]) => matchAt(pattern, query, start) > start);
    if (wrong) throw statementRefused(wrong[1]);
    const end = commentEnd(query, start, dialect);
    if (end > start) {
      start = end;
      continue;
    }
    const kind = kinds.find(([, pattern]) => matchAt(pattern, query, start) > start);
    if (!kind) throw statementInvalid('A text or name of the statement does not end.');
    const token = tokenAt(kind, query, start);
    if (kind[0] !== 'space') tokens.push(token);
    start = token.end;
  }
  return tokens;
}

function tokenAt([kind, pattern]: [Kind, RegExp], query: string, start: number): SqlToken {
  const end = matchAt(pattern, query, start);
  const text = query.slice(start, end);
  if (kind === 'word') return { kind, text: text.toLowerCase(), start, end };
  if (kind !== 'quoted') return { kind: kind === 'space' ? 'symbol' : kind, text, start, end };
  const quote = text.charAt(0);
  return { kind, text: text.slice(1, -1).replaceAll(quote + quote, quote), start, end };
}

function matchAt(pattern: RegExp, query: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(query) ? pattern.lastIndex : start;
}

/** Where the comment that begins here ends; `start` where none begins. PostgreSQL's may hold others. */
function commentEnd(query: string, start: number, dialect: Dialect): number {
  if (!query.startsWith('/*', start)) return start;
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start + 2;
  for (let depth = 1; depth > 0;) {
    const [mark] = marks.exec(query) ?? [];
    if (!mark) throw statementInvalid('A comment of the statement does not end.');
    if (mark === '*/') depth--;
    else if (dialect === 'postgres') depth++;
  }
  return marks.lastIndex;
}
