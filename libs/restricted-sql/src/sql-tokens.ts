import type { Dialect } from '@app/config';
import { type Message, say } from '@app/kernel';
import { statementInvalid, statementRefused } from './sql-errors';

export interface SqlToken {
  kind: 'word' | 'quoted' | 'literal' | 'parameter' | 'symbol';
  /**
   * The text of the token. Words are converted to lower case, and quoted names have no quotes. Other tokens are
   * unchanged.
   */
  text: string;
  /** Position in the statement. */
  start: number;
  end: number;
}

type Kind = SqlToken['kind'] | 'space';

/**
 * The rules by which each database splits a statement into tokens, given the settings of `RestrictedSession`. `refused`
 * contains the patterns of text that the database might read differently from this tokenizer.
 */
const LEXING: Record<Dialect, { kinds: [Kind, RegExp][]; refused: [RegExp, Message][] }> = {
  postgres: {
    kinds: [
      ['space', /[ \t\n\r\f\v]+|--[^\n\r]*/y],
      ['literal', /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y],
      ['literal', /'(?:[^']|'')*'/y],
      ['literal', /\$(?<tag>(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?)\$[\s\S]*?\$\k<tag>\$/y],
      ['quoted', /"(?:[^"]|"")*"/y],
      // The lookahead excludes the `E` of an escape string (E'…'). This rule sees the `E` only if the string is not
      // closed.
      ['word', /(?![eE]')[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
      ['literal', /\d+/y],
      // In an operator, a question mark is written twice.
      ['symbol', /\?\?/y],
      ['parameter', /\?/y],
      ['symbol', /[^'"$\w]/y],
    ],
    refused: [
      [/[uU]&['"]/y, say('statement_unicode_escapes')],
      [
        /[eE]'(?:[^'\\]|\\[\s\S]|'')*'[ \t\f\v]*(?:--[^\n\r]*)?[\n\r](?:\s|--[^\n\r]*)*'/y,
        say('statement_text_over_lines'),
      ],
      [/\$\d/y, say('statement_parameters')],
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
    refused: [[/\/\*(?:M?!|\+)/y, say('statement_executed_comments')]],
  },
};

/**
 * Control characters are refused, because some of them end a word or begin a comment in one database, but not in the
 * other.
 */
const CONTROL: [RegExp, Message] = [/(?![\t\n\r\f\v])\p{Cc}/uy, say('statement_control_characters')];

/**
 * Splits a statement into tokens.
 * @throws DomainError if the statement cannot be split reliably
 */
export function tokensOf(query: string, dialect: Dialect): SqlToken[] {
  if (query.includes('\0')) throw statementInvalid(say('statement_with_nul'));
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
    if (!kind) throw statementInvalid(say('statement_quote_open'));
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

/**
 * Returns the end of the comment that begins at `start`, or `start` if no comment begins there. In PostgreSQL, comments
 * can be nested.
 */
function commentEnd(query: string, start: number, dialect: Dialect): number {
  if (!query.startsWith('/*', start)) return start;
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start + 2;
  for (let depth = 1; depth > 0;) {
    const [mark] = marks.exec(query) ?? [];
    if (!mark) throw statementInvalid(say('statement_comment_open'));
    if (mark === '*/') depth--;
    else if (dialect === 'postgres') depth++;
  }
  return marks.lastIndex;
}
