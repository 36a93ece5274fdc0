// Runs in the full check only: it starts many commands.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Canaries } from '../factories/canaries';
import { aPerson, issuerClients } from '../factories/provider-sign-in-api';
import { ScriptedGateway } from '../factories/scripted-gateway';
import { TestBrowser } from '../factories/test-browser';
import { databaseNode, graphWith, workflowInput } from '../factories/workflow-inputs';
import { freePort, openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';
import { MailSink } from '../servers/mail-sink';
import { ObjectStore } from '../servers/object-store';
import { isAlive, type Product, startProduct } from '../servers/product';
import { RefusingRedis } from '../servers/refusing-redis';
import { TestIssuer } from '../servers/test-issuer';

/** Nothing listens here. */
const REFUSING = 'http://127.0.0.1:1';
const SEEDED_PASSWORD = /Sign in +admin \/ (\S+) \(shown this once\)/;
const main = (app: string): [string, string] => [
  process.execPath,
  join('dist', 'apps', app, 'src', 'main.js'),
];

function withPassword(address: string, password: string): string {
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** The log files below `folder`, including those of the embedded database. */
function logFiles(folder: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

describe('the output of every process', () => {
  let database: TestDatabase;
  let folder: string;
  let canaries: Canaries;
  let cleanUp: (() => Promise<unknown>)[];

  beforeEach(async () => {
    database = await openDatabase();
    folder = mkdtempSync(join(tmpdir(), 'plantroom-canaries-'));
    canaries = new Canaries();
    cleanUp = [];
  });
  afterEach(async () => {
    for (const end of cleanUp.reverse()) await end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(environment: NodeJS.ProcessEnv, command?: [string, string]): Product {
    const product = startProduct({ DATA_DIR: folder, ...environment }, command);
    cleanUp.push(async () => {
      if (isAlive(product.pid)) product.signal('SIGTERM');
      await product.ended;
    });
    return product;
  }

  async function opened<T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T> {
    const server = await starting;
    cleanUp.push(() => server.stop());
    return server;
  }

  /** Uses secrets that the API has created for an API key, a webhook and a notification rule. */
  async function useSecretsOfRecords(call: Call, token: string): Promise<void> {
    const { key } = (await call('POST', '/api-keys', { name: 'Partner', role: 'viewer' }, token)) as {
      key: string;
    };
    canaries.add('an API key', key);
    await call('GET', '/energy/areas', undefined, key);
    await call('GET', '/users', undefined, key);

    const { webhookSlug, webhookSecret } = (await call(
      'POST',
      '/workflows',
      workflowInput({ name: 'Webhook', trigger: { type: 'webhook' } }),
      token,
    )) as { webhookSlug: string; webhookSecret: string };
    canaries.add('a webhook secret', webhookSecret);
    await call('POST', `/webhook/${webhookSlug}`, { floor: 1 }, webhookSecret);

    const rule = (await call(
      'POST',
      '/notification-rules',
      { name: 'Partner', minSeverity: 'warning', channel: { kind: 'webhook', url: `${REFUSING}/alerts` } },
      token,
    )) as { id: number; channel: { secret: string } };
    canaries.add('the secret of a notification rule', rule.channel.secret);
    const alert = { title: 'Too warm', type: 'warm', message: 'The valve may be stuck.', severity: 'major' };
    await call('POST', '/alerts', alert, token);
    await waitFor(
      async () => {
        const path = `/notification-rules/${rule.id}/deliveries`;
        const deliveries = (await call('GET', path, undefined, token)) as { error: string | null }[];
        return Boolean(deliveries[0]?.error);
      },
      { what: 'a delivery that failed' },
    );
    await call('POST', '/energy/carbon-factors/refresh', {}, token);
  }

  it('the output shows no secret in normal operation, but shows the generated password once', async () => {
    const sink = await opened(
      MailSink.start({ onAuth: (_credentials, _session, done) => done(new Error('Wrong password')) }),
    );
    const issuer = await opened(TestIssuer.listen());
    const store = await opened(ObjectStore.start());
    const [port, gatewayPort] = [await freePort(), await freePort()];
    const credentials = { GATEWAY_USERNAME: 'service', GATEWAY_PASSWORD: canaries.make('GATEWAY_PASSWORD') };
    // With a gateway of its own, the product has no demonstration building whose history it would read.
    const gateway = await opened(
      new AppProcess('gateway-sim', {
        ...credentials,
        GATEWAY_SIM_PORT: gatewayPort,
        LOG_LEVEL: 'trace',
      }).start(),
    );
    issuer.serve(issuerClients((id) => `http://127.0.0.1:${port}/api/auth/oauth/${id}/callback`));
    const metricsToken = canaries.make('METRICS_TOKEN');
    const product = start({
      ...store.environment,
      S3_SECRET_KEY: canaries.make('S3_SECRET_KEY'),
      BACKUP_PASSPHRASE: canaries.make('BACKUP_PASSPHRASE'),
      PORT: String(port),
      LOG_LEVEL: 'trace',
      JWT_SECRET: canaries.make('JWT_SECRET'),
      ...credentials,
      GATEWAY_URL: gateway.address,
      METRICS_TOKEN: metricsToken,
      WEATHER_API_KEY: canaries.make('WEATHER_API_KEY'),
      WEATHER_URL: REFUSING,
      CARBON_FACTOR_URL: `${REFUSING}?key=${canaries.make('CARBON_FACTOR_URL')}`,
      WORKFLOW_HTTP_ALLOWLIST: '127.0.0.1',
      WORKFLOW_ENV_TOKEN: canaries.make('WORKFLOW_ENV_TOKEN'),
      WORKFLOW_DATABASE_URL: withPassword(database.url, canaries.make('WORKFLOW_DATABASE_URL')),
      MAIL_HOST: '127.0.0.1',
      MAIL_PORT: String(sink.port),
      MAIL_USER: 'plantroom',
      MAIL_PASSWORD: canaries.make('MAIL_PASSWORD'),
      OAUTH_GOOGLE_ISSUER: issuer.url,
      OAUTH_GOOGLE_CLIENT_ID: 'google-client',
      OAUTH_GOOGLE_CLIENT_SECRET: canaries.make('OAUTH_GOOGLE_CLIENT_SECRET'),
    });
    const address = await product.ready();
    const [, password = ''] = SEEDED_PASSWORD.exec(product.output()) ?? [];
    const call = callerOf(address);
    const logged = (what: string) => waitFor(() => product.output().includes(what), { what });

    await call('POST', '/auth/login', { username: 'admin', password: canaries.make('a wrong password') });
    const { accessToken } = (await call('POST', '/auth/login', { username: 'admin', password })) as {
      accessToken: string;
    };
    canaries.add('an access token', accessToken);
    for (const token of [metricsToken, canaries.make('a wrong metrics token')]) {
      await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    }
    await call('POST', '/auth/forgot-password/send-code', { email: 'admin@localhost' });
    await logged('A mail could not be sent');

    issuer.person = aPerson();
    const browser = new TestBrowser();
    const authorize = await browser.go(`${address}/api/auth/oauth/google/authorize`);
    const { url } = (await authorize.json()) as { url: string };
    await browser.go((await browser.followTo(address, url)).href);
    await logged('A sign-in through an identity provider failed');

    const config = { method: 'GET', url: 'http://127.0.0.1:1/?key={{ env.TOKEN }}' };
    const headers = { authorization: 'Bearer {{ env.TOKEN }}' };
    for (const node of [
      { id: 'call', type: 'http_request', config: { ...config, headers } },
      databaseNode('SELECT 1'),
    ]) {
      const input = workflowInput({ name: node.id, ...graphWith(node) });
      const { id } = (await call('POST', '/workflows', input, accessToken)) as { id: string };
      await call('POST', `/workflows/${id}/trigger`, {}, accessToken);
      await waitFor(
        async () => {
          const path = `/workflows/${id}/executions`;
          const executions = (await call('GET', path, undefined, accessToken)) as { status: string }[];
          return executions[0]?.status === 'failed';
        },
        { what: `the failure of ${node.type}` },
      );
    }

    await useSecretsOfRecords(call, accessToken);

    await call('POST', '/system/backups', {}, accessToken);
    await waitFor(
      async () => {
        const backups = await call('GET', '/system/backups', undefined, accessToken);
        return (backups as { status: string }[])[0]?.status === 'completed';
      },
      { what: 'the backup' },
    );

    canaries.add('DATABASE_URL', readFileSync(join(folder, 'postgres', 'password'), 'utf8'));
    product.signal('SIGTERM');
    expect(await product.ended).toBe(0);
    const output = [product.output(), gateway.log, logFiles(folder)].join('\n');
    expect(canaries.foundIn(output)).toEqual([]);
    expect(password).not.toBe('');
    expect(output.split(password)).toHaveLength(2);
  });

  it('the output shows no secret when the database refuses the password', async () => {
    const environment = {
      LOG_LEVEL: 'trace',
      DATABASE_URL: withPassword(database.url, canaries.make('DATABASE_URL')),
      QUEUE_URL: withPassword(database.queueUrl, canaries.make('QUEUE_URL')),
      JWT_SECRET: canaries.make('JWT_SECRET'),
      ADMIN_PASSWORD: canaries.make('ADMIN_PASSWORD'),
      GATEWAY_URL: REFUSING,
      GATEWAY_USERNAME: 'service',
      GATEWAY_PASSWORD: canaries.make('GATEWAY_PASSWORD'),
    };
    const apps = ['api', 'worker'].map((app) => start(environment, main(app)));
    expect(await Promise.all(apps.map((app) => app.ended))).toEqual(apps.map(() => 1));
    const outputs = apps.map((app) => app.output());
    expect(outputs).not.toContain('');
    expect(canaries.foundIn(outputs.join('\n'))).toEqual([]);
  });

  it('the output shows no secret that Redis or the gateway has refused', async () => {
    const [redis, gateway] = await Promise.all([
      opened(RefusingRedis.start()),
      opened(ScriptedGateway.start()),
    ]);
    const environment = testEnvironment({
      DATABASE_URL: database.url,
      QUEUE_URL: redis.url(canaries.make('QUEUE_URL')),
      GATEWAY_URL: gateway.url,
      GATEWAY_USERNAME: gateway.credentials.username,
      GATEWAY_PASSWORD: canaries.make('GATEWAY_PASSWORD'),
      GATEWAY_POLL_SECONDS: 1,
      JWT_SECRET: canaries.make('JWT_SECRET'),
      ADMIN_PASSWORD: canaries.make('ADMIN_PASSWORD'),
      WORKFLOW_DATABASE_URL: withPassword(database.url, canaries.make('WORKFLOW_DATABASE_URL')),
      LOG_LEVEL: 'trace',
    });
    const processes = [new AppProcess('api', environment), new AppProcess('worker', environment)];
    cleanUp.push(() => Promise.all(processes.map((process) => process.stop())));
    await Promise.all(processes.map((process) => process.start()));
    await waitFor(() => gateway.count('POST /auth/login') > 0, { what: 'the gateway to be asked' });
    await waitFor(() => redis.attempts > 8, { what: 'Redis to be asked by all connections' });
    await Promise.all(processes.map((process) => process.stop()));
    const output = processes.map((process) => process.log).join('\n');
    expect(output).toContain('The worker has ended');
    expect(canaries.foundIn(output)).toEqual([]);
  });

  it('the output shows no secret when a process rejects its environment', async () => {
    const short = (name: string): string => canaries.make(name).slice(0, 30);
    const url = (name: string) => `wrong://user:${encodeURIComponent(canaries.make(name))}@127.0.0.1`;
    const environment = {
      JWT_SECRET: short('JWT_SECRET'),
      DATABASE_URL: url('DATABASE_URL'),
      QUEUE_URL: url('QUEUE_URL'),
      WORKFLOW_DATABASE_URL: url('WORKFLOW_DATABASE_URL'),
      GATEWAY_URL: url('GATEWAY_URL'),
      GATEWAY_PASSWORD: canaries.make('GATEWAY_PASSWORD'),
      OAUTH_GOOGLE_ISSUER: url('OAUTH_GOOGLE_ISSUER'),
      METRICS_TOKEN: `${canaries.make('METRICS_TOKEN')} with blanks`,
      LOG_LEVEL: 'trace',
    };
    const apps = ['supervisor', 'api'].map((app) => start(environment, main(app)));
    expect(await Promise.all(apps.map((app) => app.ended))).toEqual(apps.map(() => 78));
    const outputs = apps.map((app) => app.output());
    expect(outputs).not.toContain('');
    expect(canaries.foundIn(outputs.join('\n'))).toEqual([]);
  });
});

type Call = ReturnType<typeof callerOf>;

/** Returns a function that calls a JSON route below `/api`. */
function callerOf(address: string) {
  return async (method: string, path: string, body?: object, token?: string): Promise<unknown> => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(`${address}/api${path}`, { method, headers, body: JSON.stringify(body) });
    return response.json();
  };
}
