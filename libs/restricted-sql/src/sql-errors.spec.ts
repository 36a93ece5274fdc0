import { asDomainError, statementRefused } from './sql-errors';

const postgres = (code: string, message = 'says so') =>
  Object.assign(new Error(message), { code, severity: 'ERROR' });
const mysql = (code: string | undefined, errno: number, message = 'says so') =>
  Object.assign(new Error(message), { code, errno, sqlState: 'HY000' });

describe('asDomainError', () => {
  it.each([
    ['a statement that is wrong', postgres('42703'), 'invalid', 'statement_failed'],
    ['a statement that is wrong', mysql('ER_BAD_FIELD_ERROR', 1054), 'invalid', 'statement_failed'],
    ['a table that is out of reach', postgres('42501'), 'forbidden', 'statement_refused'],
    [
      'a table that is out of reach',
      mysql('ER_TABLEACCESS_DENIED_ERROR', 1142),
      'forbidden',
      'statement_refused',
    ],
    ['a write where none may be', postgres('25006'), 'forbidden', 'statement_refused'],
    ['time that is over', postgres('57014'), 'upstream_timeout', 'database_timeout'],
    ['time that is over', mysql(undefined, 1969), 'upstream_timeout', 'database_timeout'],
    ['a lock that others have', postgres('55P03'), 'upstream_timeout', 'database_timeout'],
    ['a lock that others have', mysql('ER_LOCK_WAIT_TIMEOUT', 1205), 'upstream_timeout', 'database_timeout'],
    ['memory that is used up', postgres('53200'), 'too_large', 'statement_too_large'],
    ['temporary files that are too large', postgres('53400'), 'too_large', 'statement_too_large'],
    [
      'memory that is used up',
      mysql('ER_OPTION_PREVENTS_STATEMENT', 1290, 'running with the --max-session-mem-used=1 option'),
      'too_large',
      'statement_too_large',
    ],
    ['a deadlock', postgres('40P01'), 'conflict', 'database_conflict'],
    ['a deadlock', mysql('ER_LOCK_DEADLOCK', 1213), 'conflict', 'database_conflict'],
    ['a server that stops', postgres('57P01'), 'unavailable', 'database_unavailable'],
    [
      'a server that is gone',
      Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
      'unavailable',
      'database_unavailable',
    ],
    ['what has no name', new Error('connect to 10.0.0.7 failed'), 'unavailable', 'database_unavailable'],
    ['what is one already', statementRefused('x'), 'forbidden', 'statement_refused'],
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

  it('shows neither accounts nor addresses', () => {
    const denied = "SELECT command denied to user 'plantroom_workflow_r'@'10.0.0.7' for table `user_account`";
    expect(asDomainError(mysql('ER_TABLEACCESS_DENIED_ERROR', 1142, denied), 1000).message).not.toMatch(
      /_r|10\./,
    );
    expect(asDomainError(new Error('connect to 10.0.0.7 failed'), 1000).message).not.toContain('10.0.0.7');
  });
});
