// Runs on both profiles: the processes run with both kinds of servers.
import type { RoutePermission } from '@app/auth';
import { accountRows } from './account-rows';
import { alertRows } from './alert-rows';
import { automationRows } from './automation-rows';
import { backupRows } from './backup-rows';
import { buildingRows } from './building-rows';
import { ContractReference } from './contract-reference';
import type { ContractRow } from './contract-row';
import { ContractWalk } from './contract-walk';
import { ContractWorld } from './contract-world';
import { energyRows } from './energy-rows';
import { gatewayRows } from './gateway-rows';
import { nodeRows } from './node-rows';
import { reportPlanRows } from './report-plan-rows';
import { reportingRows } from './reporting-rows';
import { fixedValues, type Schema, schemasAt, stepsOf } from './schema-paths';
import { valuesRows } from './values-rows';
import { workRows } from './work-rows';

jest.setTimeout(400_000);

const CONTEXTS: Record<string, readonly ContractRow[]> = {
  building: buildingRows,
  gateway: gatewayRows,
  energy: energyRows,
  alerts: alertRows,
  work: workRows,
  automation: automationRows,
  reporting: reportingRows,
  reportPlans: reportPlanRows,
  backups: backupRows,
  // These rows come last, because they change passwords.
  accounts: accountRows,
};
const ROWS = Object.values(CONTEXTS).flat();

const problemsOf = (row: ContractRow, problems: readonly string[]) =>
  problems.map((problem) => `${row.route} ${problem}`);

describe('the contract', () => {
  const reference = new ContractReference();

  it('the contract has a row for each route of the reference', () => {
    const rows = ROWS.map(({ route }) => route);
    expect(new Set(rows).size).toBe(rows.length);
    expect(reference.routes.filter((route) => !rows.includes(route))).toEqual([]);
  });

  it('the contract agrees with the reference in the status, fields and parameters of each row', () => {
    expect(ROWS.flatMap((row) => problemsOf(row, reference.problems(row)))).toEqual([]);
  });

  it.each(valuesRows)(
    'the contract has the same values as the reference for %s %s',
    (route, path, values) => {
      const stated = reference.valuesOf(route, path).filter((value) => value !== null);
      expect(stated.map(String).toSorted()).toEqual(values.toSorted());
    },
  );

  it('the contract declares the answer 200 of an import of readings with dryRun', () => {
    const route = 'POST /api/energy/readings/import';
    const refused = [{ line: 'number', message: 'string' }] as const;
    const answer = { 'taken?': 'number', 'duplicates?': 'number', 'refused?': refused };
    expect(reference.problems({ route, access: 'engineer', status: 200, answer })).toEqual([]);
  });

  it('the contract declares the answer 200 of an alert that is already active', () => {
    const answer = { id: 'number', occurrences: 'number' } as const;
    const row = { route: 'POST /api/alerts', access: 'operator', status: 200, answer } as const;
    expect(reference.problems(row)).toEqual([]);
  });

  it.each(['GET /api/files/:id/preview', 'GET /api/models/:id/file', 'GET /static/models/:filename'])(
    'the contract declares the answer 206 to a request for a part of %s',
    (route) => expect(reference.statusesOf(route)).toContain('206'),
  );

  it('the contract declares the header Idempotency-Key for requests with effects', () => {
    const repeatable = [
      'POST /api/workflows/:id/trigger',
      'POST /api/reports/export',
      'POST /api/reports/:id/run',
      'POST /api/iot/codes/set',
      'POST /api/iot/codes/force-set',
    ];
    expect(
      repeatable.filter((route) => reference.parameter(route, 'Idempotency-Key').type !== 'string'),
    ).toEqual([]);
  });

  it('the contract has the same page limits for each list', () => {
    const lists = ROWS.filter(({ paged }) => paged);
    expect(lists.length).toBeGreaterThan(20);
    for (const { route } of lists) {
      expect([route, reference.parameter(route, 'page')]).toEqual([
        route,
        expect.objectContaining({ minimum: 1, default: 1 }),
      ]);
      expect([route, reference.parameter(route, 'limit')]).toEqual([
        route,
        expect.objectContaining({ minimum: 1, maximum: 200, default: 20 }),
      ]);
    }
  });

  describe('in the running product', () => {
    let world: ContractWorld;
    let walk: ContractWalk;

    beforeAll(async () => {
      world = await ContractWorld.start();
      walk = new ContractWalk(world);
    });
    afterAll(() => world.stop());

    it.each(Object.keys(CONTEXTS))('the contract holds for each row of %s', async (context) => {
      const problems: string[] = [];
      for (const row of CONTEXTS[context] ?? []) problems.push(...problemsOf(row, await walk.problems(row)));
      expect(problems).toEqual([]);
    });

    it('the contract agrees with the permission table', () => {
      const table = world.value<RoutePermission[]>('permissions');
      const listed = new Map(table.map(({ method, path, access }) => [`${method} ${path}`, access]));
      expect(listed.size).toBe(table.length);
      const stated = ROWS.map(({ route, access }) => [route, access]);
      expect(ROWS.map(({ route }) => [route, listed.get(route)])).toEqual(stated);
    });

    it.each(nodeRows)(
      'the contract holds for the configuration and the output of the node $type',
      ({ type, config, output, branches = [] }) => {
        const catalogue = world.value<NodeDescription[]>('catalogue.nodes');
        const node = catalogue.find((each) => each.type === type);
        const fields = schemaFinder(node?.configSchema ?? {});
        expect(Object.keys(config).filter((path) => fields(path).length === 0)).toEqual([]);
        for (const [path, values] of Object.entries(config)) {
          expect([path, fixedValues(fields(path))]).toEqual([path, values]);
        }
        const outputs = schemaFinder({
          properties: Object.fromEntries(node?.outputs.map(({ name, schema }) => [name, schema]) ?? []),
        });
        expect(output.filter((path) => outputs(path).length === 0)).toEqual([]);
        expect(node?.branches).toEqual(branches);
      },
    );

    it('the processes print no warning of Node.js', () => {
      expect(world.warnings).toEqual([]);
    });

    it('the contract holds for the claims and the lifetimes of tokens', async () => {
      const { userId, username, iat, exp } = claimsOf(world.session('operator').accessToken);
      expect({ userId, username, seconds: exp - iat }).toEqual({
        userId: world.session('operator').user.id,
        username: world.session('operator').user.username,
        seconds: 900,
      });
      expect(world.session('operator').refreshToken).toMatch(/^[A-Za-z0-9+/]{43}=$/);
      const stream = claimsOf(world.text('stream.token'));
      expect([stream.purpose, stream.exp - stream.iat]).toEqual(['sse', 30]);
      const iot = claimsOf(world.text('iot.token'));
      expect([iot.purpose, iot.exp - iot.iat]).toEqual(['iot', 900]);
    });

    it('the contract holds for the format of an API key', () => {
      expect(world.text('apiKey.key')).toMatch(/^pk_[\w-]{43}$/);
    });

    it('the contract holds for the preferences of a new user', async () => {
      const headers = { authorization: `Bearer ${world.session('operator').accessToken}` };
      const read = async (path: string) => (await fetch(`${world.address}/api${path}`, { headers })).json();
      expect([await read('/settings'), await read('/auth/me/state')]).toEqual([
        {
          theme: 'system',
          language: 'zh-CN',
          density: 'comfortable',
          fontSize: 'normal',
          desktopNotification: false,
          alertSound: false,
          showBreadcrumb: true,
          sidebarCollapsed: false,
        },
        {},
      ]);
    });

    it('the contract holds for the statuses of routes that do not exist', async () => {
      const headers = { authorization: `Bearer ${world.session('admin').accessToken}` };
      const { status } = await fetch(`${world.address}/api/models/1`, { headers });
      expect(status).toBe(405);
      const missing = await fetch(`${world.address}/api/nothing`, { headers });
      expect([missing.status, await missing.json()]).toEqual([
        404,
        { error: expect.any(String), code: expect.any(String) },
      ]);
    });
  });
});

interface NodeDescription {
  type: string;
  configSchema: Schema;
  outputs: { name: string; schema: Schema }[];
  branches: string[];
}

const schemaFinder = (schema: Schema) => (path: string) => schemasAt(schema, stepsOf(path), (each) => each);

interface Claims {
  userId: number;
  username?: string;
  purpose?: string;
  iat: number;
  exp: number;
}

function claimsOf(token: string): Claims {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
}
