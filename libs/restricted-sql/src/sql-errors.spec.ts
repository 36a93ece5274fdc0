import { say } from '@app/kernel';
import { asDomainError, statementRefused } from './sql-errors';

const postgres = (code: string, message = 'says so') =>
  Object.assign(new Error(message), { code, severity: 'ERROR' });
const mysql = (code: string | undefined, errno: number, message = 'says so') =>
  Object.assign(new Error(message), { code, errno, sqlState: 'HY000' });

describe('asDomainError', () => {
  it.each([
    ['an invalid statement', postgres('42703'), 'invalid', 'statement_failed'],
    ['an invalid statement', mysql('ER_BAD_FIELD_ERROR', 1054), 'invalid', 'statement_failed'],
    ['a table without privileges', postgres('42501'), 'forbidden', 'statement_refused'],
    [
      'a table without privileges',
      mysql('ER_TABLEACCESS_DENIED_ERROR', 1142),
      'forbidden',
      'statement_refused',
    ],
    ['a write in a read-only transaction', postgres('25006'), 'forbidden', 'statement_refused'],
    ['a statement timeout', postgres('57014'), 'upstream_timeout', 'database_timeout'],
    ['a statement timeout', mysql(undefined, 1969), 'upstream_timeout', 'database_timeout'],
    ['a lock timeout', postgres('55P03'), 'upstream_timeout', 'database_timeout'],
    ['a lock timeout', mysql('ER_LOCK_WAIT_TIMEOUT', 1205), 'upstream_timeout', 'database_timeout'],
    ['exhausted memory', postgres('53200'), 'too_large', 'statement_too_large'],
    ['temporary files that are too large', postgres('53400'), 'too_large', 'statement_too_large'],
    [
      'exhausted memory',
      mysql('ER_OPTION_PREVENTS_STATEMENT', 1290, 'running with the --max-session-mem-used=1 option'),
      'too_large',
      'statement_too_large',
    ],
    ['a deadlock', postgres('40P01'), 'conflict', 'database_conflict'],
    ['a deadlock', mysql('ER_LOCK_DEADLOCK', 1213), 'conflict', 'database_conflict'],
    ['a server that is shutting down', postgres('57P01'), 'unavailable', 'database_unavailable'],
    [
      'an unreachable server',
      Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
      'unavailable',
      'database_unavailable',
    ],
    [
      'an error without a code',
      new Error('connect to 10.0.0.7 failed'),
      'unavailable',
      'database_unavailable',
    ],
    ['a DomainError', statementRefused(say('statement_locks')), 'forbidden', 'statement_refused'],
  ])('maps %s to: %s', (_what, error, kind, code) => {
    expect(asDomainError(error, 1000)).toMatchObject({ kind, code });
  });

  it("passes on the database's message as one line of limited length", () => {
    const long = asDomainError(
      postgres('42703', `column "x" does not exist\nsecond line ${'y'.repeat(1000)}`),
      1000,
    );
    expect(long.message).toBe('The database reports: column "x" does not exist');
    expect(asDomainError(postgres('42703', 'y'.repeat(5000)), 1000).message.length).toBeLessThan(400);
  });

  it('returns messages that contain neither accounts nor addresses', () => {
    const denied = "SELECT command denied to user 'plantroom_workflow_r'@'10.0.0.7' for table `user_account`";
    expect(asDomainError(mysql('ER_TABLEACCESS_DENIED_ERROR', 1142, denied), 1000).message).not.toMatch(
      /_r|10\./,
    );
    expect(asDomainError(new Error('connect to 10.0.0.7 failed'), 1000).message).not.toContain('10.0.0.7');
  });
});
