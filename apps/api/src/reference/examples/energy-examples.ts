import { say } from '@app/kernel';
import { AreaSetDto, AreasDto, SavedAreasDto } from '../../features/energy/area.dto';
import {
  BalancePointDto,
  EnergyPointDto,
  EnergyStatsDto,
  RereadDto,
  RereadStartedDto,
} from '../../features/energy/energy.dto';
import {
  DemandPointDto,
  DurationPointDto,
  HeatMapDto,
  TypicalDayDto,
} from '../../features/energy/energy-profiles.dto';
import { CarbonFactorRefreshDto, CarbonFactorsDto } from '../../features/emissions/carbon-factors.dto';
import { RatedPointDto } from '../../features/energy/rated-point.dto';
import { EnergyChartDto, OverviewStatsDto } from '../../features/overview/overview.dto';
import { ExplanationDto } from '../../features/energy/explanation.dto';
import {
  ReadingImportAnswerDto,
  ReadingImportDto,
  ReadingImportSummaryDto,
} from '../../features/imports/reading-imports.dto';
import {
  ReadingCorrectionDto,
  ReadingCorrectionInputDto,
} from '../../features/energy/reading-corrections.dto';
import { ExampleSet } from '../example-set';

const NO_FACTOR = {
  value: null,
  unit: null,
  source: null,
  year: null,
  region: null,
  scope: null,
  validFrom: null,
  validTo: null,
};

const DONE_IMPORT = {
  id: 7,
  pointCode: 'BLDG.ELEC.MAIN.ENERGY',
  status: 'done' as const,
  progress: 1,
  taken: 35_038,
  duplicates: 0,
  refusedCount: 1,
  refused: [{ line: 8644, ...say('line_skipped', { text: '"2025-03-30 02:30"', zone: 'Europe/Berlin' }) }],
  from: '2024-12-31T23:00:00.000Z',
  to: '2025-12-31T22:45:00.000Z',
  error: null,
  failure: null,
  createdBy: 'ann',
  createdAt: '2026-03-29T08:15:00.000Z',
  finishedAt: '2026-03-29T08:15:02.310Z',
};

const FALSE_READINGS = {
  pointCode: 'BLDG.ELEC.MAIN.ENERGY',
  kind: 'false' as const,
  from: '2026-03-27T10:00:00.000Z',
  reason: 'The meter was replaced, and its fitter tested it.',
};

/** The 24 hours of an office. The clocks change, so the third hour does not exist. */
const OFFICE_DAY = [
  31.5,
  30.9,
  null,
  30.2,
  30.4,
  33.8,
  46.1,
  71.3,
  88.4,
  94.6,
  97.1,
  98.8,
  96.2,
  97.9,
  95.4,
  90.7,
  82.3,
  66.9,
  52.4,
  44.1,
  39.6,
  36.2,
  33.7,
  32.1,
];

const AREAS = {
  areas: [
    {
      id: 1,
      parentId: null,
      name: 'Head office',
      sortOrder: 0,
      currentPower: 84.2,
      energyToday: 612.75,
      energyMonth: 24_381.5,
      status: 'normal',
      lastReadingAt: '2026-03-29T08:15:00.000Z',
      floorAreaM2: 850,
      use: 'Office',
      referenceKwhPerM2: 110,
      builtYear: 1998,
      heatingBaseC: 15.5,
      coolingBaseC: null,
      limits: { warningKw: 120, overLimitKw: 150 },
      meters: [
        {
          pointCode: 'BLDG.ELEC.MAIN.ENERGY',
          energyType: 'electricity',
          kind: 'cumulative',
          multiplier: 1,
          since: '2026-01-01T00:00:00.000Z',
          intervalSeconds: 900,
          stampedAt: 'start',
          registerMax: 999_999.99,
          maxPowerKw: 400,
          implausible: { count: 1, lastAt: '2026-02-11T02:30:00.000Z' },
          formula: null,
          lastReadingAt: '2026-03-29T08:15:00.000Z',
          historyProgress: 1,
        },
      ],
    },
  ],
} satisfies AreasDto;

/** Areas, energy, cost and emissions, and the overview. */
export const ENERGY_EXAMPLES = new ExampleSet()
  .add(AreasDto, AREAS)
  .add(SavedAreasDto, {
    ...AREAS,
    warnings: [
      {
        path: 'areas[1].meters[0].pointCode',
        code: 'unknown_point',
        message: "The gateway has no point 'COLD.ELEC.POWER'. The meter has no readings until it has.",
        values: { pointCode: 'COLD.ELEC.POWER' },
      },
    ],
  })
  .add(AreaSetDto, {
    areas: [
      {
        id: 1,
        name: 'Head office',
        limits: { warningKw: 120, overLimitKw: 150 },
        meters: [
          {
            pointCode: 'BLDG.ELEC.MAIN.ENERGY',
            kind: 'cumulative',
            since: '2026-01-01',
            registerMax: 999_999.99,
            maxPowerKw: 400,
          },
        ],
      },
      {
        name: 'Cold store',
        parentId: 1,
        meters: [{ pointCode: 'COLD.ELEC.POWER', kind: 'power', intervalSeconds: 60 }],
      },
      {
        name: 'Tenants',
        parentId: 1,
        meters: [
          {
            pointCode: 'TENANTS.ELEC',
            kind: 'formula',
            formula: [
              { pointCode: 'BLDG.ELEC.MAIN.ENERGY', factor: 1 },
              { pointCode: 'COLD.ELEC.POWER', factor: -1 },
            ],
          },
        ],
      },
    ],
  })
  .add(EnergyPointDto, {
    timestamp: '2026-03-28T23:00:00.000Z',
    value: 1043.25,
    unit: 'kWh',
    areaId: 1,
    coverage: 1,
    estimated: false,
  })
  .add(BalancePointDto, {
    timestamp: '2026-03-28T23:00:00.000Z',
    areaId: 1,
    own: 1043.25,
    children: 981.002,
    rest: 62.248,
    coverage: 0.989583,
  })
  .add(EnergyStatsDto, {
    total: 5210.4,
    avg: 62.03,
    peak: 118.6,
    peakTime: '2026-03-25T13:00:00.000Z',
    coverage: 0.952381,
    silentMeters: ['BLDG.ELEC.CHILLER2.ENERGY'],
    comparedToLastPeriod: { total: -4.12, avg: -4.12, peak: 1.8, coverage: 0.95 },
  })
  .add(HeatMapDto, { days: ['2026-03-29'], hours: [OFFICE_DAY] })
  .add(DurationPointDto, { sharePercent: 10, kw: 94.6 })
  .add(TypicalDayDto, { weekday: 7, hours: OFFICE_DAY })
  .add(DemandPointDto, {
    timestamp: '2026-03-28T23:00:00.000Z',
    peakKw: 131.2,
    peakTime: '2026-03-29T09:15:00.000Z',
    loadFactor: 0.4727,
    coverage: 1,
    reactiveKvarh: 612.4,
    powerFactor: 0.925,
  })
  .add(RatedPointDto, {
    timestamp: '2026-03-28T23:00:00.000Z',
    value: 292.11,
    unit: 'EUR',
    areaId: 1,
    coverage: 1,
  })
  .add(CarbonFactorsDto, {
    factors: [
      {
        ...NO_FACTOR,
        id: 'electricity',
        name: 'electricity',
        children: [
          {
            id: 'electricity/1',
            name: 'Electricity generated, UK',
            value: 0.20707,
            unit: 'kgCO2e/kWh',
            source: 'UK BEIS/DESNZ GHG conversion factors 2023 (OGL-UK-3.0)',
            year: 2023,
            region: 'GB',
            scope: '2',
            validFrom: '2023-01-01',
            validTo: null,
            children: [],
          },
        ],
      },
    ],
  })
  .add(CarbonFactorRefreshDto, {
    success: true,
    message: 'The factors were replaced. Number of factors: 36.',
    result: say('factors_replaced', { count: 36 }),
  })
  .add(OverviewStatsDto, {
    currentPower: 84.2,
    energyToday: 612.75,
    energyMonth: 24_381.5,
    carbonToday: 126.882,
    carbonMonth: 5048.677,
    costMonth: 6826.82,
    currency: 'EUR',
    activeAlerts: 2,
    openFaults: 3,
    openMaintenance: 5,
    points: { total: 420, online: 417 },
    coverage: 0.952381,
    silentMeters: ['BLDG.ELEC.CHILLER2.ENERGY'],
    updatedAt: '2026-03-29T08:16:02.120Z',
  })
  .add(EnergyChartDto, {
    interval: 'day',
    unit: 'kWh',
    current: [{ timestamp: '2026-03-28T23:00:00.000Z', value: 612.75 }],
    previous: [{ timestamp: '2026-03-21T23:00:00.000Z', value: 598.1 }],
    coverage: 0.952381,
    silentMeters: ['BLDG.ELEC.CHILLER2.ENERGY'],
  })
  .add(RereadDto, { from: '2026-03-01', pointCodes: ['BLDG.ELEC.MAIN.ENERGY'] })
  .add(RereadStartedDto, { meters: 1 })
  .add(ExplanationDto, {
    value: 6.05,
    unit: 'EUR',
    meters: [
      {
        pointCode: 'BLDG.ELEC.MAIN.ENERGY',
        share: 6.05,
        estimated: false,
        purged: false,
        readings: [
          { timestamp: '2026-03-28T23:00:00.000Z', value: 81_204.5, quality: 'good', importId: null },
          { timestamp: '2026-03-28T23:15:00.000Z', value: 81_229.25, quality: 'good', importId: 7 },
        ],
        corrections: [],
        resets: [],
        gaps: [],
        apportionments: [],
      },
    ],
    price: [
      { price: 0.2537, energy: 23.5, cost: 5.96 },
      { price: 0.0713, energy: 1.25, cost: 0.09 },
    ],
  })
  .add(ReadingImportAnswerDto, { importId: 7 }, 'Started')
  .add(
    ReadingImportAnswerDto,
    {
      taken: 8641,
      duplicates: 2,
      refusedCount: 1,
      refused: [
        {
          line: 8644,
          ...say('line_skipped', { text: '"2026-03-29 02:30"', zone: 'Europe/Berlin' }),
        },
      ],
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-03-31T23:45:00.000Z',
      complete: true,
    },
    'With dryRun',
  )
  .add(ReadingCorrectionInputDto, { ...FALSE_READINGS, to: '2026-03-27T11:30:00Z' }, 'False readings')
  .add(
    ReadingCorrectionInputDto,
    {
      pointCode: 'BLDG.ELEC.MAIN.ENERGY',
      kind: 'value',
      from: '2026-03-27T10:00:00Z',
      value: 80_411.75,
      reason: 'Read from the display.',
    },
    'A corrected reading',
  )
  .add(ReadingCorrectionDto, {
    id: 3,
    ...FALSE_READINGS,
    to: '2026-03-27T11:30:00.000Z',
    value: null,
    createdBy: 'ann',
    createdAt: '2026-03-29T08:15:00.000Z',
  })
  .add(ReadingImportSummaryDto, DONE_IMPORT)
  .add(ReadingImportDto, DONE_IMPORT);
