// Runs on both profiles: each database has statements of its own.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Environment, loadEnvironment } from '@app/config';
import { END_MS } from '@app/processes';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { BridgeEnvironment } from '../../apps/bridge/src/bridge-environment';
import { ask, dropAccounts, dropUser, restrictedSql } from '../factories/restricted-sql';
import { openDatabase, type TestDatabase } from '../harness';
import { describeOnMariaDb } from '../profile';

interface Service {
  command?: string[];
  environment: Record<string, string | number>;
  stop_grace_period?: string;
  volumes?: string[];
}

const ROOT = join(__dirname, '..', '..');

const compose = load(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { schema: YAML11_SCHEMA }) as {
  services: Record<string, Service>;
  networks: { default: { ipam: { config: { subnet: string; gateway: string }[] } } };
};

/** Returns the environment that Compose gives a service if the operator sets only the secrets. */
function environmentOf(name: string): Record<string, string> {
  const given: Record<string, string> = {
    JWT_SECRET: 'a'.repeat(32),
    DATABASE_PASSWORD: 'secret',
    ADMIN_PASSWORD: 'a seeded password',
  };
  const filled = (value: string | number) =>
    String(value).replaceAll(
      /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/g,
      (_, variable: string, fallback?: string) => given[variable] ?? fallback ?? `MISSING ${variable}`,
    );
  const { environment } = compose.services[name] ?? { environment: {} };
  return Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)]));
}

describe('docker-compose.yml', () => {
  it.each(['api', 'worker'])(
    'the compose file starts the %s with a valid environment if only the secrets are given',
    (name) => {
      const environment = loadEnvironment(Environment, environmentOf(name));
      expect(environment.GATEWAY_URL).toBe('http://gateway-sim:3900');
      expect(environment.WORKFLOW_DATABASE).toBe(true);
    },
  );

  it("the compose file uses the simulated gateway by default, and gives the worker the gateway's credentials", () => {
    const { GATEWAY_SIM_PORT, ...sim } = environmentOf('gateway-sim');
    const { GATEWAY_URL, GATEWAY_USERNAME, GATEWAY_PASSWORD } = environmentOf('worker');
    expect(new URL(GATEWAY_URL ?? '').port).toBe(GATEWAY_SIM_PORT);
    expect(sim).toMatchObject({ GATEWAY_SIM_HOST: '0.0.0.0', GATEWAY_USERNAME, GATEWAY_PASSWORD });
    expect(compose.services['gateway-sim']?.command).toContain('dist/apps/gateway-sim/src/main.js');
  });

  it('the compose file starts the bridge on request, with the same account', () => {
    const bridge = loadEnvironment(BridgeEnvironment, environmentOf('bridge'));
    const { GATEWAY_USERNAME, GATEWAY_PASSWORD } = environmentOf('worker');
    expect(bridge).toMatchObject({ BRIDGE_PORT: 3901, GATEWAY_USERNAME, GATEWAY_PASSWORD });
    expect(compose.services.bridge?.volumes).toContain(`./bridge:${dirname(bridge.BRIDGE_CONFIG)}`);
  });

  it('the compose file trusts the gateway of the Docker network as a proxy, because connections to the published port arrive from this address', () => {
    const [network] = compose.networks.default.ipam.config;
    expect(environmentOf('api').TRUSTED_PROXIES).toBe(network?.gateway);
  });

  it.each(['api', 'worker'])(
    'the compose file gives the %s more time to stop than its longest shutdown takes',
    (name) => {
      const period = compose.services[name]?.stop_grace_period ?? '10s';
      expect(Number.parseInt(period, 10)).toBeGreaterThan(END_MS / 1000);
    },
  );

  it('the compose file runs the grants for MariaDB when the database is first created', () => {
    expect(compose.services.database?.volumes).toContain(
      './deploy/mariadb-accounts.sql:/docker-entrypoint-initdb.d/10-accounts.sql:ro',
    );
  });

  it('the compose file lets the root account of MariaDB sign in only inside its container', () => {
    expect(environmentOf('database').MARIADB_ROOT_HOST).toBe('localhost');
  });

  // The database of the compose file is MariaDB, so these grants exist only for MariaDB.
  describeOnMariaDb('the grants for MariaDB', () => {
    let database: TestDatabase;
    let account: string;

    beforeAll(async () => {
      database = await openDatabase();
      account = new URL(database.url).pathname.slice(1);
      const { dataSource } = database;
      // Creates the account as the MariaDB image does for MARIADB_USER and MARIADB_DATABASE.
      await dataSource.query(`CREATE USER '${account}'@'%' IDENTIFIED BY 'secret'`);
      await dataSource.query(`GRANT ALL ON \`${account}\`.* TO '${account}'@'%'`);
    });
    afterAll(async () => {
      await dropAccounts(database);
      await dropUser(database.dataSource, account);
      await database.drop();
    });

    const outcome = async () => {
      const url = new URL(database.url);
      url.username = account;
      url.password = 'secret';
      const sql = restrictedSql(database, { databaseUrl: url.toString() });
      const answer = await ask(sql, 'SELECT count(*) AS n FROM area').catch((error: unknown) => error);
      sql.onApplicationShutdown();
      return answer;
    };

    it('the grants let the service create the accounts of database nodes, which fails without the grants', async () => {
      expect(await outcome()).toMatchObject({ code: 'database_node_off' });
      const script = readFileSync(join(ROOT, 'deploy', 'mariadb-accounts.sql'), 'utf8');
      const statements = script
        .replaceAll(/^--.*$/gm, '')
        .replaceAll('plantroom', account)
        .split(';');
      for (const statement of statements) {
        if (statement.trim() !== '') await database.dataSource.query(statement);
      }
      expect(await outcome()).toMatchObject({ rows: [{ n: 0 }] });
    });
  });
});
