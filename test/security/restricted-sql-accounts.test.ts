// Runs on both profiles: each database has statements of its own.
import { randomBytes } from 'node:crypto';
import { EnvironmentModule, processDialect } from '@app/config';
import { ClockModule } from '@app/processes';
import { prepareDatabase } from '@app/entities';
import {
  databaseOf,
  READABLE_TABLES,
  restrictedAccounts,
  RestrictedSql,
  RestrictedSqlModule,
  type RestrictedSqlOptions,
  urlAs,
} from '@app/restricted-sql';
import type { DataSource } from 'typeorm';
import {
  ask,
  connectAs,
  dropAccounts,
  dropRole,
  dropUser,
  restrictedSql,
  SECRET,
} from '../factories/restricted-sql';
import { TcpRelay } from '../factories/tcp-relay';
import { Test } from '@nestjs/testing';
import { openDatabase, testEnvironment, type TestDatabase } from '../harness';
import { describeOnMariaDb } from '../profile';

const DIALECT = processDialect();
const postgres = DIALECT === 'postgres';
const ONE = 'SELECT count(*) AS n FROM area';
const quoted = (name: string) => (postgres ? `"${name}"` : `'${name}'@'%'`);
const off = expect.objectContaining({ kind: 'forbidden', code: 'database_node_off' });

/** Returns the names of the service's accounts for reading and for writing. */
function namesOf(url: string) {
  const { read, write } = restrictedAccounts(DIALECT, databaseOf(url), SECRET);
  return [read.name, write.name] as const;
}

describe('the database accounts of workflow statements', () => {
  let database: TestDatabase;
  const started: RestrictedSql[] = [];
  const made: string[] = [];

  const start = (overrides: Partial<RestrictedSqlOptions> = {}, of = database) => {
    const sql = restrictedSql(of, overrides);
    started.push(sql);
    return sql;
  };
  const administer = (sql: string) => database.dataSource.query<unknown>(sql);
  /** Creates an account as an operator would, and returns its database URL. */
  const anAccount = async (database: TestDatabase, grants: string[]): Promise<string> => {
    const name = `hand_${randomBytes(6).toString('hex')}`;
    made.push(name);
    await administer(
      postgres
        ? `CREATE ROLE ${quoted(name)} LOGIN PASSWORD 'by hand'`
        : `CREATE USER ${quoted(name)} IDENTIFIED BY 'by hand'`,
    );
    const schema = postgres ? 'public' : databaseOf(database.url);
    for (const grant of grants) {
      await database.dataSource.query(`GRANT ${grant.replace('{schema}', schema)} TO ${quoted(name)}`);
    }
    return urlAs(database.url, { mode: 'read', name, password: 'by hand' });
  };

  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.drop());

  afterEach(async () => {
    for (const sql of started.splice(0)) sql.onApplicationShutdown();
    await dropAccounts(database);
    for (const name of made.splice(0)) {
      if (postgres) await dropRole(database.dataSource, name);
      else await dropUser(database.dataSource, name);
    }
    await administer('DELETE FROM workflow_memory');
  });

  it('database accounts work in every process if several processes create them at the same time', async () => {
    const processes = Array.from({ length: 5 }, () => start());
    const answers = await Promise.all(
      processes.flatMap((sql) => [
        ask(sql, ONE),
        ask(sql, 'INSERT INTO workflow_memory (name) VALUES (?)', {
          params: [randomBytes(4).toString('hex')],
          mode: 'write',
        }),
      ]),
    );
    expect(answers).toHaveLength(10);
    expect((await ask(start(), 'SELECT count(*) AS n FROM workflow_memory')).rows).toEqual([{ n: 5 }]);
  });

  it('database accounts remain usable in running processes while other processes start', async () => {
    const first = start();
    await ask(first, ONE);
    const restarts = Array.from({ length: 3 }, () => ask(start(), ONE));
    const calls = Array.from({ length: 20 }, () => ask(first, ONE));
    expect(await Promise.all([...restarts, ...calls])).toHaveLength(23);
  });

  it('database accounts are taken over if they were created with another secret', async () => {
    await ask(start({ secret: 'the secret of the installation that was here before' }), ONE);
    expect((await ask(start(), ONE)).rows).toEqual([{ n: 0 }]);
  });

  it('database accounts get missing privileges and lose excess privileges at each start', async () => {
    await ask(start(), ONE);
    const [reader] = namesOf(database.url);
    const host = postgres ? `"${reader}"` : await granteeOf(database.dataSource, reader);
    await administer(`REVOKE SELECT ON area FROM ${host}`);
    await administer(`GRANT SELECT ON user_account TO ${host}`);
    await administer(`GRANT INSERT ON workflow_memory TO ${host}`);

    const restarted = start();
    expect((await ask(restarted, ONE)).rows).toEqual([{ n: 0 }]);
    await expect(ask(restarted, 'SELECT * FROM user_account')).rejects.toMatchObject({ kind: 'forbidden' });
    const account = restrictedAccounts(DIALECT, databaseOf(database.url), SECRET).read;
    const connection = await connectAs(urlAs(database.url, account));
    await expect(connection.query("INSERT INTO workflow_memory (name) VALUES ('x')")).rejects.toThrow(
      /denied/,
    );
    await connection.destroy();
  });

  // On PostgreSQL, the creator of a view always exists, because a role that owns a view cannot be deleted.
  describeOnMariaDb('in MySQL and MariaDB', () => {
    it('database accounts can read views whose creator no longer exists', async () => {
      const count = 'SELECT count(*) AS n FROM energy_day';
      // Replace `energy_day` first: it reads `area_meters`, and a view that reads a broken view cannot be created.
      const views = ['energy_day', 'area_meters'];
      const queries = await Promise.all(
        views.map(async (name) => {
          const [view] = await database.dataSource.query<{ query: string }[]>(
            'SELECT view_definition AS query FROM information_schema.views WHERE table_schema = DATABASE() AND table_name = ?',
            [name],
          );
          return view?.query ?? '';
        }),
      );
      for (const [index, name] of views.entries()) {
        await administer(`CREATE OR REPLACE DEFINER = 'gone'@'%' VIEW ${name} AS ${queries[index]}`);
      }
      await expect(administer(count)).rejects.toThrow(/definer/);
      expect((await ask(start(), count)).rows).toEqual([{ n: 0 }]);
      expect(await administer(count)).toMatchObject([{}]);
    });
  });

  it('database accounts are created by a service account that is not an administrator', async () => {
    const name = `service_${randomBytes(6).toString('hex')}`;
    made.push(name);
    const fresh = new URL(database.url);
    fresh.pathname = `/test_${randomBytes(8).toString('hex')}`;
    const url = urlAs(fresh.toString(), { mode: 'read', name, password: 'of the service' });
    const quotedDatabase = postgres ? `"${databaseOf(url)}"` : `\`${databaseOf(url)}\``;
    if (postgres) {
      await administer(`CREATE ROLE ${quoted(name)} LOGIN CREATEDB CREATEROLE PASSWORD 'of the service'`);
    } else {
      await administer(`CREATE USER ${quoted(name)} IDENTIFIED BY 'of the service'`);
      await administer(`GRANT CREATE USER ON *.* TO ${quoted(name)}`);
      await administer(`GRANT ALL ON ${quotedDatabase}.* TO ${quoted(name)} WITH GRANT OPTION`);
    }
    await prepareDatabase(url);
    try {
      for (const sql of [start({ databaseUrl: url }), start({ databaseUrl: url })]) {
        expect((await ask(sql, ONE)).rows).toEqual([{ n: 0 }]);
        await expect(ask(sql, 'SELECT * FROM user_account')).rejects.toMatchObject({ kind: 'forbidden' });
      }
    } finally {
      for (const sql of started.splice(0)) sql.onApplicationShutdown();
      await administer(`DROP DATABASE ${quotedDatabase}${postgres ? ' WITH (FORCE)' : ''}`);
      made.unshift(...namesOf(url));
    }
  });

  describe('that the service has no privilege to create', () => {
    let url: string;

    beforeEach(async () => {
      // This account has the privileges that the service itself needs, but may not create accounts.
      url = await anAccount(database, [
        postgres ? 'ALL ON ALL TABLES IN SCHEMA {schema}' : 'ALL ON {schema}.*',
      ]);
    });

    it('database accounts that the service cannot create cause an error that says what to do', async () => {
      const sql = start({ databaseUrl: url });
      await expect(ask(sql, ONE)).rejects.toThrow(off);
      await expect(ask(sql, ONE)).rejects.toThrow(/WORKFLOW_DATABASE_URL/);
    });

    it('database accounts are used if a process with more privileges created them before', async () => {
      await ask(start(), ONE);
      const account = restrictedAccounts(DIALECT, databaseOf(database.url), SECRET).read;
      const connection = await connectAs(urlAs(database.url, account));
      await connection.destroy();
      expect((await ask(start({ databaseUrl: url }), ONE)).rows).toEqual([{ n: 0 }]);
    });
  });

  describe('from WORKFLOW_DATABASE_URL', () => {
    const FIT = [
      ...READABLE_TABLES.map((table) => `SELECT ON {schema}.${table}`),
      'INSERT, UPDATE, DELETE ON {schema}.workflow_memory',
    ];
    const insert = "INSERT INTO workflow_memory (name) VALUES ('x')";

    it('configured accounts serve the modes read and write, and use a read-only transaction in mode read', async () => {
      const sql = start({
        ownUrl: await anAccount(database, FIT),
        databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      });
      await expect(ask(sql, insert)).rejects.toMatchObject({ kind: 'forbidden' });
      expect(await ask(sql, insert, { mode: 'write' })).toMatchObject({ rowCount: 1 });
      expect((await ask(sql, 'SELECT name FROM workflow_memory')).rows).toEqual([{ name: 'x' }]);
    });

    it.each([
      ['read secrets', 'SELECT ON {schema}.user_account', /SELECT on user_account/],
      ['write through a view', 'UPDATE ON {schema}.areas', /UPDATE on areas/],
      ['write measurements', 'UPDATE ON {schema}.reading', /UPDATE on reading/],
      ['read a single secret column', 'SELECT (webhook_secret) ON {schema}.workflow', /SELECT on workflow/],
    ])('configured accounts are refused if their privileges let them %s', async (_what, grant, reason) => {
      const ownUrl = await anAccount(database, [...FIT, grant]);
      const sql = start({ ownUrl });
      await expect(ask(sql, ONE)).rejects.toThrow(off);
      await expect(ask(sql, ONE)).rejects.toThrow(reason);
    });

    it.each(
      postgres
        ? ['pg_read_all_data', 'pg_read_server_files', 'pg_execute_server_program']
        : ['FILE ON *.*', 'PROCESS ON *.*', 'SELECT ON mysql.*', 'SELECT ON {schema}.*', 'SELECT ON *.*'],
    )('configured accounts are refused if they have the privilege %s', async (grant) => {
      await expect(ask(start({ ownUrl: await anAccount(database, [...FIT, grant]) }), ONE)).rejects.toThrow(
        off,
      );
    });

    it("configured accounts are refused if they are the service's own account", async () => {
      await expect(ask(start({ ownUrl: database.url }), ONE)).rejects.toThrow(off);
    });

    it('configured accounts cause an error that says what to do if they cannot sign in', async () => {
      const wrong = urlAs(database.url, { mode: 'read', name: 'nobody_here', password: 'hunter2' });
      const failure = await ask(start({ ownUrl: wrong }), ONE).catch((error: unknown) => error);
      expect(failure).toEqual(off);
      expect(String(failure)).not.toContain('hunter2');
    });
  });

  it('database accounts use the database and the limits that the environment sets', async () => {
    const environment = testEnvironment({
      DATABASE_URL: database.url,
      JWT_SECRET: SECRET,
      LIMIT_DATABASE_NODE_ROWS: 1,
    });
    const module = await Test.createTestingModule({
      imports: [ClockModule, EnvironmentModule.forRoot(environment), RestrictedSqlModule],
    }).compile();
    const sql = module.get(RestrictedSql);
    expect((await ask(sql, ONE)).rows).toEqual([{ n: 0 }]);
    await expect(ask(sql, 'SELECT 1 AS a UNION SELECT 2')).rejects.toMatchObject({ code: 'too_many_rows' });
    await module.close();
  });

  it('database accounts are not used if WORKFLOW_DATABASE is false', async () => {
    await expect(ask(start({ enabled: false }), ONE)).rejects.toThrow(off);
  });

  it('database accounts work again after the database was unreachable', async () => {
    const relay = await TcpRelay.before(database.url);
    const sql = start({ databaseUrl: relay.url });
    await relay.cut();
    await expect(ask(sql, ONE)).rejects.toMatchObject({ kind: 'unavailable', code: 'database_unavailable' });
    await relay.mend();
    expect((await ask(sql, ONE)).rows).toEqual([{ n: 0 }]);
    await relay.cut();
    await expect(ask(sql, ONE)).rejects.toMatchObject({ kind: 'unavailable' });
    await relay.mend();
    expect((await ask(sql, ONE)).rows).toEqual([{ n: 0 }]);
    await relay.cut();
  });
});

/** Returns the user in MySQL's notation, with the host from which the service connects. */
async function granteeOf(dataSource: DataSource, name: string): Promise<string> {
  const [found] = await dataSource.query<{ host: string }[]>(
    'SELECT host AS host FROM mysql.user WHERE user = ?',
    [name],
  );
  return `'${name}'@'${found?.host}'`;
}
