import type { Dialect } from '@app/config';
import { say } from '@app/kernel';
import type { Bound, CheckedStatement, RestrictedStatement, SqlJson } from './restricted-statement';
import { refusalOf } from './refused-names';
import { statementInvalid, statementRefused } from './sql-errors';
import { type SqlToken, tokensOf } from './sql-tokens';

const READING = new Set(['select', 'table', 'values']);
/** A statement that begins with `with` may read or write. */
const WITH = 'with';
const WRITING = new Set(['delete', 'insert', 'merge', 'replace', 'update']);

/**
 * After one of these words, `into` is followed by the table to write. In other places, it is followed by a target for
 * the result.
 */
const BEFORE_TARGET = new Set([
  'insert',
  'merge',
  'replace',
  'ignore',
  'low_priority',
  'high_priority',
  'delayed',
]);

/**
 * Validates a statement before it is sent to the database. It must be a single statement of a kind that the mode
 * allows, with one value per question mark. Which tables it may read and write is enforced by the database account.
 * @throws DomainError
 */
export function checkStatement(
  { query, params, mode }: Pick<RestrictedStatement, 'query' | 'params' | 'mode'>,
  dialect: Dialect,
): CheckedStatement {
  const tokens = tokensOf(query, dialect);
  const writes = kindOf(tokens, mode);
  refuseMore(tokens);
  refuseNames(tokens, dialect);
  refuseLocks(tokens);
  const marks = tokens.filter(({ kind }) => kind === 'parameter');
  if (marks.length !== params.length) {
    const numbers = { marks: marks.length, values: params.length };
    throw statementInvalid(say('parameters_differ', numbers), 'parameters_differ');
  }
  const text = dialect === 'postgres' ? numbered(query, tokens) : query;
  return { text, values: params.map(boundOf), writes };
}

/**
 * Returns false if the statement can only read.
 * @throws DomainError if the mode does not allow this kind of statement
 */
function kindOf(tokens: SqlToken[], mode: 'read' | 'write'): boolean {
  const first = tokens.find(({ text }) => text !== '(');
  if (!first) throw statementInvalid(say('statement_empty'));
  const { kind, text } = first;
  if (kind === 'word' && READING.has(text)) return false;
  if (kind === 'word' && text === WITH) return mode === 'write';
  if (kind !== 'word' || !WRITING.has(text)) {
    throw statementRefused(say('statement_first_word'));
  }
  if (mode === 'read') throw statementRefused(say('statement_writes'));
  return true;
}

function refuseMore(tokens: SqlToken[]): void {
  const end = tokens.findIndex(({ kind, text }) => kind === 'symbol' && text === ';');
  if (end !== -1 && end < tokens.length - 1) throw statementRefused(say('one_statement'));
}

function refuseNames(tokens: SqlToken[], dialect: Dialect): void {
  for (const [index, { kind, text }] of tokens.entries()) {
    const refusal = refusalOf(tokens, index, dialect);
    if (refusal !== null) throw statementRefused(refusal);
    if (kind === 'word' && text === 'into' && !BEFORE_TARGET.has(tokens[index - 1]?.text ?? '')) {
      throw statementRefused(say('statement_into'));
    }
  }
}

/** Refuses statements that lock rows, because the service's own statements would have to wait for these rows. */
function refuseLocks(tokens: SqlToken[]): void {
  const locks = tokens.some(({ kind, text }, index) => {
    const next = tokens[index + 1]?.text ?? '';
    if (kind !== 'word') return false;
    return (text === 'for' && /^(update|share|no|key)$/.test(next)) || (text === 'lock' && next === 'in');
  });
  if (locks) throw statementRefused(say('statement_locks'));
}

/**
 * Replaces each parameter `?` by `$1`, `$2` and so on, as the protocol of PostgreSQL requires. In the input, a question
 * mark that belongs to an operator is written twice.
 */
function numbered(query: string, tokens: SqlToken[]): string {
  let text = '';
  let copied = 0;
  let number = 0;
  for (const token of tokens) {
    const replacement = token.kind === 'parameter' ? ` $${++number} ` : token.text === '??' ? '?' : null;
    if (replacement === null || (token.kind !== 'parameter' && token.kind !== 'symbol')) continue;
    text += query.slice(copied, token.start) + replacement;
    copied = token.end;
  }
  return text + query.slice(copied);
}

function boundOf(value: SqlJson): Bound {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
