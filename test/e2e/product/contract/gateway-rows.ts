import type { ContractRow } from './contract-row';
import { SUCCESS } from './contract-row';
import { remove, resource } from './resource-rows';

const POSITION = { x: 'number', y: 'number', z: 'number' };
const SCENE = {
  modelId: 'number|null',
  camera: { position: POSITION, target: POSITION, fov: 'number' },
  ambientLight: { intensity: 'number' },
  hotspots: [{ id: 'string', position: POSITION, title: 'string', 'objectId?': 'number|null' }],
  labels: [
    {
      id: 'string',
      text: 'string',
      position: POSITION,
      'devices?': [
        {
          deviceId: 'string',
          name: 'string',
          'switchCode?': 'string|null',
          'levelCode?': 'string|null',
          'powerCode?': 'string|null',
        },
      ],
    },
  ],
} as const;
const WRITTEN = { success: 'boolean', confirmed: 'boolean', value: 'any' };
const VALUE = { code: 'string', value: 'any', timestamp: 'instant', quality: 'string' };
const SET_POINT = 'AHU1.SUPPLY.TEMP_SP';
const HOUR_MS = 3_600_000;
const LAST_HOURS = { from: hoursAgo(3), to: hoursAgo(0) };
const RESULTS = [{ deviceId: 'string', success: 'boolean' }] as const;
const label = { labelId: 'floor-1' };

const GATEWAY = {
  id: 'number',
  name: 'string',
  prefix: 'string',
  url: 'string',
  username: 'string',
  password: 'string',
  enabled: 'boolean',
  state: { breaker: 'string', lastSuccessAt: 'instant|null', lastFailure: 'object|null' },
} as const;

const CONFIGURATION = {
  version: 'string',
  connections: ['object', 'or empty'],
  templates: ['string', 'or empty'],
  schema: 'object|null',
} as const;

/** The scene, lighting, and the proxy of the gateway. */
export const gatewayRows: readonly ContractRow[] = [
  ...resource({
    path: '/api/gateways',
    kept: 'gateway',
    answer: GATEWAY,
    read: 'admin',
    write: 'admin',
    create: {
      name: 'North',
      prefix: 'walk-',
      url: 'http://127.0.0.1:9',
      username: 'u',
      password: 'p',
      enabled: false,
    },
    change: { name: 'South' },
  }),
  {
    route: 'GET /api/gateways/:id/configuration',
    access: 'admin',
    status: 200,
    path: async (world) => ({ id: await world.configurableGateway() }),
    answer: CONFIGURATION,
  },
  {
    route: 'PUT /api/gateways/:id/configuration',
    access: 'admin',
    status: 200,
    path: async (world) => ({ id: await world.configurableGateway() }),
    body: { version: '1', connections: [{ name: 'Main board' }] },
    answer: CONFIGURATION,
  },
  {
    route: 'POST /api/gateways/:id/configuration/trial',
    access: 'admin',
    status: 200,
    path: async (world) => ({ id: await world.configurableGateway() }),
    body: { connection: { name: 'Main board' } },
    answer: {
      devices: [
        {
          name: 'string',
          reason: 'object|null',
          values: [VALUE],
        },
      ],
      found: ['object'],
      skipped: ['string'],
    },
  },
  {
    route: 'GET /api/gateways/:id/devices',
    access: 'admin',
    status: 200,
    path: { id: 1 },
    paged: true,
    answer: [
      {
        name: 'string',
        connection: 'string',
        protocol: 'string',
        state: 'string',
        reason: 'object|null',
        codes: ['string'],
        goodPoints: 'number',
        lastValueAt: 'instant|null',
      },
    ],
  },
  remove('/api/gateways', 'gateway', 'admin'),
  {
    route: 'PUT /api/dashboard-model',
    access: 'engineer',
    status: 200,
    answer: SCENE,
    body: {
      ambientLight: { intensity: 0.7 },
      hotspots: [{ id: 'door', position: { x: 1, y: 2, z: 3 }, title: 'The door' }],
    },
  },
  { route: 'GET /api/dashboard-model', access: 'viewer', status: 200, answer: SCENE },
  {
    route: 'GET /api/public/model',
    access: 'viewer',
    status: 200,
    answer: {
      camera: SCENE.camera,
      ambientLight: SCENE.ambientLight,
      model: 'object|null',
      hotspots: [{ id: 'string', position: POSITION, title: 'string' }],
      labels: [{ id: 'string', position: POSITION, text: 'string' }],
    },
  },
  {
    route: 'GET /api/control/lighting/:labelId/status',
    access: 'viewer',
    status: 200,
    answer: {
      labelId: 'string',
      on: 'boolean',
      'brightness?': 'number',
      'power?': 'number',
      updatedAt: 'instant',
    },
    path: label,
  },
  {
    route: 'POST /api/control/lighting/:labelId/toggle',
    access: 'operator',
    status: 200,
    answer: { success: 'boolean', labelId: 'string', on: 'boolean|string' },
    body: { on: 'half' },
    path: label,
  },
  {
    route: 'POST /api/control/lighting/:labelId/batch',
    access: 'operator',
    status: 200,
    answer: { success: 'boolean', results: RESULTS },
    body: { action: 'dim', value: 40, devices: ['east'] },
    path: label,
  },

  {
    route: 'GET /api/iot/token',
    access: 'admin',
    status: 200,
    answer: { token: 'string', expiresAt: 'instant' },
    keep: 'iot',
  },
  {
    route: 'POST /api/iot/token',
    access: 'admin',
    status: 200,
    answer: { token: 'string', expiresAt: 'instant' },
    body: { forceRefresh: true },
  },
  {
    route: 'POST /api/iot/codes/values',
    access: 'viewer',
    status: 200,
    answer: [VALUE],
    body: { codes: [SET_POINT, 'NO.SUCH.POINT'] },
  },
  {
    route: 'POST /api/iot/codes/history',
    access: 'viewer',
    status: 200,
    answer: [{ code: 'string', values: [{ timestamp: 'instant', value: 'any', quality: 'string' }] }],
    body: { codes: ['BLDG.OUTSIDE.TEMP'], ...LAST_HOURS, interval: '1h' },
  },
  {
    route: 'POST /api/iot/codes/set',
    access: 'operator',
    status: 200,
    answer: WRITTEN,
    body: { code: SET_POINT, value: 21 },
  },
  {
    route: 'POST /api/iot/codes/force-set',
    access: 'admin',
    status: 200,
    answer: WRITTEN,
    body: { code: SET_POINT, value: 22, reason: 'The walk' },
  },
  {
    route: 'GET /api/iot/overrides',
    access: 'viewer',
    status: 200,
    answer: [
      {
        id: 'string',
        code: 'string',
        pointId: 'number|null',
        pointName: 'string|null',
        value: 'any',
        expiresAt: 'instant|null',
      },
    ],
    paged: true,
    keep: 'overrides',
  },
  {
    route: 'DELETE /api/iot/overrides/:id',
    access: 'admin',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.text('overrides.0.id') }),
  },
  {
    route: 'GET /api/iot/writes',
    access: 'operator',
    status: 200,
    answer: [
      {
        id: 'string',
        at: 'instant',
        code: 'string',
        pointId: 'number|null',
        pointName: 'string|null',
        value: 'any',
        status: 'string',
        username: 'string',
      },
    ],
    paged: true,
    query: ['code', 'executionId'],
  },
  {
    route: 'POST /api/iot/alarms',
    access: 'viewer',
    status: 200,
    answer: {
      items: [
        {
          id: 'string',
          code: 'string',
          level: 'string',
          message: 'string',
          raisedAt: 'instant',
          clearedAt: 'instant|null',
        },
      ],
      total: 'number',
    },
    body: { from: '2026-01-01', to: '2026-03-01', page: 1, limit: 5 },
  },
  {
    route: 'POST /api/iot/alarm-configs',
    access: 'viewer',
    status: 200,
    answer: { 'items?': ['object'] },
    body: { action: 'query' },
  },
];

function hoursAgo(count: number): string {
  return new Date(Date.now() - count * HOUR_MS).toISOString();
}
