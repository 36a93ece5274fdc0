import type { Dialect } from '@app/config';
import { restrictedAccounts, urlAs } from './restricted-accounts';

const SECRET = 's'.repeat(32);

describe('restrictedAccounts', () => {
  it('are the same in every process of an installation, but differ between databases and between secrets', () => {
    const { read, write } = restrictedAccounts('postgres', 'plantroom', SECRET);
    expect(restrictedAccounts('postgres', 'plantroom', SECRET)).toEqual({ read, write });
    expect(read.name).toBe('plantroom_workflow_r');
    expect(write.name).toBe('plantroom_workflow_w');
    const others = [
      write,
      restrictedAccounts('postgres', 'plantroom2', SECRET).read,
      restrictedAccounts('postgres', 'plantroom', 't'.repeat(32)).read,
    ];
    for (const { password } of others) expect(password).not.toBe(read.password);
    expect(read.password).toMatch(/^[\w-]{43}-Aa1$/);
  });

  it.each<[Dialect, number]>([
    ['postgres', 63],
    ['mysql', 32],
  ])('have valid names on %s for a database name of any length', (dialect, longest) => {
    const names = ['a'.repeat(22), 'ä'.repeat(40), 'a'.repeat(60), `${'a'.repeat(60)}b`].map(
      (database) => restrictedAccounts(dialect, database, SECRET).read.name,
    );
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(longest);
  });
});

describe('urlAs', () => {
  it("replaces the service's account in every part of the URL", () => {
    const url =
      'postgres://service:secret@db.lan:5432/plantroom?sslmode=require&user=service&password=secret';
    expect(urlAs(url, { mode: 'read', name: 'a b_r', password: 'x:/@' })).toBe(
      'postgres://a%20b_r:x%3A%2F%40@db.lan:5432/plantroom?sslmode=require',
    );
  });

  it('replaces the account even in the URL of a socket', () => {
    const url = 'postgres:///plantroom?host=/var/run/postgresql&user=service&password=secret';
    expect(urlAs(url, { mode: 'read', name: 'a_r', password: 'x' })).toBe(
      'postgres:///plantroom?host=%2Fvar%2Frun%2Fpostgresql&user=a_r&password=x',
    );
  });
});
