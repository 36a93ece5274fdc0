import type { ContractRow } from './contract-row';
import { SUCCESS } from './contract-row';
import { remove, resource } from './resource-rows';

const METER = {
  pointCode: 'string',
  energyType: 'string',
  kind: 'string',
  multiplier: 'number',
  since: 'instant',
  intervalSeconds: 'number',
  stampedAt: 'string',
  registerMax: 'number|null',
};
const CARD = {
  id: 'number',
  parentId: 'number|null',
  name: 'string',
  sortOrder: 'number',
  currentPower: 'number|null',
  energyToday: 'number|null',
  energyMonth: 'number|null',
  status: 'string',
  lastReadingAt: 'instant|null',
  meters: [METER, 'or empty'],
  limits: { warningKw: 'number|null', overLimitKw: 'number|null' },
} as const;
const DETAIL = {
  timestamp: 'instant',
  value: 'number|null',
  unit: 'string',
  areaId: 'number',
  coverage: 'number',
};
const BASELINE = {
  id: 'number',
  name: 'string',
  areaId: 'number',
  energyType: 'string',
  method: 'string',
  from: 'instant',
  to: 'instant',
  reportingFrom: 'instant',
  adjustments: 'array',
} as const;
const CONTRACT = {
  id: 'number',
  name: 'string',
  areaId: 'number',
  energyType: 'string',
  currency: 'string',
  parts: [
    {
      validFrom: 'string',
      standing: { perMonth: 'number' },
      energy: 'object',
      'demand?': 'object',
      'leviesPerKwh?': 'number',
      'vatPercent?': 'number',
    },
  ],
  supplierBills: [{ month: 'string', total: 'number' }, 'or empty'],
} as const;
const SERIES = { id: 'number', name: 'string', currency: 'string', unit: 'string' } as const;
const COMPLETENESS = { coverage: 'number', silentMeters: ['string', 'or empty'] } as const;
const FIGURES = { total: 'number|null', avg: 'number|null', peak: 'number|null' };
const FACTOR = {
  id: 'string',
  name: 'string',
  value: 'number|null',
  unit: 'string|null',
  source: 'string|null',
  year: 'number|null',
  region: 'string|null',
  scope: 'string|null',
  validFrom: 'string|null',
  validTo: 'string|null',
};
const CHART = [{ timestamp: 'instant', value: 'number|null' }] as const;
const IMPORT = {
  id: 'number',
  status: 'string',
  progress: 'number',
  taken: 'number',
  duplicates: 'number',
  from: 'instant|null',
  to: 'instant|null',
  createdBy: 'string',
};

const CORRECTION = {
  id: 'number',
  pointCode: 'string',
  kind: 'string',
  from: 'instant',
  to: 'instant|null',
  value: 'number|null',
  reason: 'string',
  createdBy: 'string',
  createdAt: 'instant',
} as const;

const hour = (hours: number) =>
  new Date(Math.floor(Date.now() / 3_600_000 + hours) * 3_600_000).toISOString();
const RANGE = { from: hour(-6), to: hour(0), interval: 'hour', areaId: '1' };
const QUERY = ['areaId', 'from', 'to', 'interval', 'energyType'];
const PROFILE_QUERY = ['areaId', 'from', 'to', 'energyType'];
const PROFILE_RANGE = { from: RANGE.from, to: RANGE.to, areaId: RANGE.areaId };

/** Areas and their energy, carbon factors, readings, and the overview. */
export const energyRows: readonly ContractRow[] = [
  {
    route: 'GET /api/energy/areas',
    access: 'viewer',
    status: 200,
    answer: { areas: [CARD] },
    query: ['energyType'],
    keep: 'areas',
  },
  {
    route: 'PUT /api/energy/areas',
    access: 'engineer',
    status: 200,
    answer: {
      areas: [CARD],
      warnings: [{ path: 'string', code: 'string', message: 'string', values: { pointCode: 'string' } }],
    },
    body: (world) => {
      // Send the answer of GET: PUT accepts it, and ignores the fields that cannot be changed.
      const areas = world.value<{ name: string }[]>('areas.areas');
      const meters = [
        { pointCode: 'WALK.KWH', kind: 'interval', intervalSeconds: 3600, since: '2026-01-01' },
        { pointCode: 'WALK.HALF', kind: 'formula', formula: [{ pointCode: 'WALK.KWH', factor: 0.5 }] },
      ];
      return { areas: [...areas, { name: 'Annex', meters }] };
    },
  },
  {
    route: 'GET /api/energy/details',
    access: 'viewer',
    status: 200,
    answer: [DETAIL],
    query: QUERY,
    search: RANGE,
  },
  {
    route: 'GET /api/energy/balance',
    access: 'viewer',
    status: 200,
    answer: [
      {
        timestamp: 'instant',
        areaId: 'number',
        own: 'number|null',
        children: 'number|null',
        rest: 'number|null',
        coverage: 'number',
      },
    ],
    query: QUERY,
    search: RANGE,
  },
  {
    route: 'GET /api/energy/stats',
    access: 'viewer',
    status: 200,
    answer: {
      ...FIGURES,
      peakTime: 'instant|null',
      ...COMPLETENESS,
      comparedToLastPeriod: { ...FIGURES, coverage: 'number' },
    },
    query: ['areaId', 'period', 'from', 'to', 'energyType'],
    search: { period: 'custom', from: RANGE.from, to: RANGE.to },
  },
  {
    route: 'GET /api/energy/heat-map',
    access: 'viewer',
    status: 200,
    answer: { days: ['string'], hours: [['number|null']] },
    query: PROFILE_QUERY,
    search: PROFILE_RANGE,
  },
  {
    route: 'GET /api/energy/duration-curve',
    access: 'viewer',
    status: 200,
    answer: [{ sharePercent: 'number', kw: 'number' }, 'or empty'],
    query: [...PROFILE_QUERY, 'points'],
    search: PROFILE_RANGE,
  },
  {
    route: 'GET /api/energy/typical-days',
    access: 'viewer',
    status: 200,
    answer: [{ weekday: 'number', hours: ['number|null'] }],
    query: PROFILE_QUERY,
    search: PROFILE_RANGE,
  },
  {
    route: 'GET /api/energy/degree-days',
    access: 'viewer',
    status: 200,
    answer: [{ timestamp: 'instant', value: 'number|null', coverage: 'number' }],
    query: ['from', 'to', 'interval', 'kind', 'baseC', 'method'],
    search: { from: RANGE.from, to: RANGE.to, interval: 'hour', kind: 'heating', baseC: '15.5' },
  },
  ...resource({
    path: '/api/energy/baselines',
    kept: 'baseline',
    answer: BASELINE,
    found: {
      ...BASELINE,
      fit: 'object|null',
      missing: 'object|null',
    },
    read: 'viewer',
    write: 'engineer',
    create: {
      name: 'Before the measure',
      areaId: 1,
      from: '2024-01-01',
      to: '2025-01-01',
      reportingFrom: '2025-02-01',
    },
    change: { method: 'hourlyTimeOfWeek' },
  }),
  {
    route: 'GET /api/energy/baselines/:id/savings',
    access: 'viewer',
    status: 200,
    answer: {
      points: [
        {
          timestamp: 'instant',
          actual: 'number|null',
          expected: 'number|null',
          low: 'number|null',
          high: 'number|null',
          cumulativeSaving: 'number',
          coverage: 'number',
        },
        'or empty',
      ],
      saving: 'object|null',
      missing: 'object|null',
    },
    query: ['from', 'to', 'interval'],
    search: { from: '2025-02-01', to: '2025-03-01', interval: 'month' },
    path: (world) => ({ id: world.number('baseline.id') }),
  },
  remove('/api/energy/baselines', 'baseline'),
  {
    route: 'POST /api/energy/price-series',
    access: 'engineer',
    status: 201,
    answer: SERIES,
    body: { name: 'Day-ahead', currency: 'EUR', unit: 'kWh' },
    keep: 'series',
  },
  { route: 'GET /api/energy/price-series', access: 'viewer', status: 200, answer: [SERIES], paged: true },
  {
    route: 'POST /api/energy/price-series/:id/import',
    access: 'engineer',
    status: 200,
    answer: { prices: 'number', first: 'instant', last: 'instant' },
    text: 'timestamp,price\n2026-02-01T00:00:00Z,0.0812\n2026-02-01T00:15:00Z,-0.01\n',
    path: (world) => ({ id: world.number('series.id') }),
  },
  ...resource({
    path: '/api/energy/contracts',
    kept: 'contract',
    answer: CONTRACT,
    read: 'viewer',
    write: 'engineer',
    create: {
      name: 'Municipal utility',
      areaId: 1,
      currency: 'EUR',
      parts: [{ validFrom: '2026-01-01', standing: { perMonth: 42.5 }, energy: { pricePerKwh: 0.2 } }],
    },
    change: {
      parts: [
        {
          validFrom: '2026-01-01',
          standing: { perMonth: 42.5 },
          energy: { tiers: [{ upToKwh: 1000, pricePerKwh: 0.2 }, { pricePerKwh: 0.3 }] },
          demand: { pricePerKw: 8, basis: 'month' },
          leviesPerKwh: 0.02,
          vatPercent: 19,
        },
      ],
    },
  }),
  {
    route: 'PUT /api/energy/contracts/:id/supplier-bills',
    access: 'engineer',
    status: 200,
    answer: CONTRACT,
    body: { month: '2026-02', total: 1234.5 },
    path: (world) => ({ id: world.number('contract.id') }),
  },
  {
    route: 'GET /api/energy/bills',
    access: 'viewer',
    status: 200,
    answer: [
      {
        month: 'string',
        lines: [
          {
            kind: 'string',
            from: 'instant',
            to: 'instant',
            quantity: 'number|null',
            unit: 'string',
            price: 'number|null',
            amount: 'number|null',
          },
        ],
        net: 'number|null',
        vat: 'number|null',
        total: 'number|null',
        currency: 'string',
        coverage: 'number',
        missing: 'array',
        supplierTotal: 'number|null',
        difference: 'number|null',
      },
    ],
    query: ['contractId', 'from', 'to'],
    search: (world) => ({
      contractId: String(world.number('contract.id')),
      from: '2026-02-01',
      to: '2026-03-01',
    }),
  },
  remove('/api/energy/contracts', 'contract'),
  remove('/api/energy/price-series', 'series'),
  {
    route: 'GET /api/energy/demand',
    access: 'viewer',
    status: 200,
    answer: [
      {
        timestamp: 'instant',
        peakKw: 'number|null',
        peakTime: 'instant|null',
        loadFactor: 'number|null',
        coverage: 'number',
      },
    ],
    query: [...PROFILE_QUERY, 'interval', 'windowMinutes', 'sliding'],
    search: { ...PROFILE_RANGE, interval: 'day', windowMinutes: '60' },
  },
  ...(['costs', 'emissions'] as const).map((figure): ContractRow => ({
    route: `GET /api/energy/${figure}`,
    access: 'viewer',
    status: 200,
    answer: [DETAIL],
    query: QUERY,
    search: RANGE,
  })),
  {
    route: 'GET /api/energy/explain',
    access: 'engineer',
    status: 200,
    answer: {
      value: 'number|null',
      unit: 'string',
      meters: [
        {
          pointCode: 'string',
          share: 'number|null',
          readings: [{ timestamp: 'instant', value: 'number|null' }],
          corrections: [CORRECTION, 'or empty'],
          resets: [{ timestamp: 'instant', kind: 'string', before: 'number', after: 'number' }, 'or empty'],
          gaps: [{ from: 'instant', to: 'instant', energy: 'number|null' }, 'or empty'],
          estimated: 'boolean',
          purged: 'boolean',
        },
      ],
    },
    query: [...QUERY, 'metric'],
    search: { ...RANGE, metric: 'energy', energyType: 'electricity' },
  },
  {
    route: 'GET /api/energy/carbon-factors',
    access: 'viewer',
    status: 200,
    answer: { factors: [{ ...FACTOR, children: [{ ...FACTOR, children: 'array' }] }] },
  },
  {
    route: 'POST /api/energy/carbon-factors/refresh',
    access: 'engineer',
    status: 200,
    answer: { success: 'boolean', message: 'string' },
  },
  {
    route: 'POST /api/energy/rereads',
    access: 'engineer',
    status: 202,
    answer: { meters: 'number' },
    body: { from: hour(-6), to: hour(-1) },
  },
  {
    route: 'POST /api/energy/corrections',
    access: 'engineer',
    status: 201,
    answer: CORRECTION,
    body: {
      pointCode: 'WALK.KWH',
      kind: 'false',
      from: '2026-02-01T00:00:00Z',
      to: '2026-02-02T00:00:00Z',
      reason: 'The meter was tested.',
    },
    keep: 'correction',
  },
  {
    route: 'GET /api/energy/corrections',
    access: 'engineer',
    status: 200,
    answer: [CORRECTION],
    query: ['pointCode'],
    paged: true,
  },
  {
    route: 'DELETE /api/energy/corrections/:id',
    access: 'engineer',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.number('correction.id') }),
  },
  {
    route: 'POST /api/energy/readings/import',
    access: 'engineer',
    status: 202,
    answer: { 'importId?': 'number' },
    exact: { importId: 'number' },
    query: ['pointCode', 'kind', 'timezone', 'dryRun'],
    search: { pointCode: 'WALK.KWH', timezone: 'Europe/Berlin' },
    text: 'timestamp,value\n2026-02-01T00:00:00,1.5\n2026-02-01T01:00:00,2.5\n2026-02-01T02:00:00,much\n',
    keep: 'import',
  },
  {
    route: 'GET /api/energy/readings/imports/:id',
    access: 'engineer',
    status: 200,
    answer: { ...IMPORT, refused: [{ line: 'number', message: 'string' }] },
    path: (world) => ({ id: world.number('import.importId') }),
    until: ({ status }: { status: string }) => status !== 'running',
  },
  {
    route: 'GET /api/energy/readings/imports',
    access: 'engineer',
    status: 200,
    answer: [IMPORT],
    paged: true,
  },
  {
    route: 'DELETE /api/energy/readings/imports/:id',
    access: 'engineer',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.number('import.importId') }),
  },
  {
    route: 'GET /api/overview/stats',
    access: 'viewer',
    status: 200,
    answer: {
      currentPower: 'number|null',
      energyToday: 'number|null',
      energyMonth: 'number|null',
      carbonToday: 'number|null',
      carbonMonth: 'number|null',
      costMonth: 'number|null',
      currency: 'string',
      activeAlerts: 'number',
      openFaults: 'number',
      openMaintenance: 'number',
      points: { total: 'number', online: 'number' },
      ...COMPLETENESS,
      updatedAt: 'instant',
    },
  },
  {
    route: 'GET /api/overview/energy-chart',
    access: 'viewer',
    status: 200,
    answer: { interval: 'string', unit: 'string', current: CHART, previous: CHART, ...COMPLETENESS },
    query: ['period'],
    search: { period: 'thisYear' },
  },
];
