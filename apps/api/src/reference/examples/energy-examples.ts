import { AreaSetDto, AreasDto } from '../../features/energy/area.dto';
import {
  EnergyPointDto,
  EnergyStatsDto,
  RereadDto,
  RereadStartedDto,
} from '../../features/energy/energy.dto';
import { ExampleSet } from '../example-set';

/** Areas and energy. */
export const ENERGY_EXAMPLES = new ExampleSet()
  .add(AreasDto, {
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
            lastReadingAt: '2026-03-29T08:15:00.000Z',
            historyProgress: 1,
          },
        ],
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
  .add(EnergyStatsDto, {
    total: 5210.4,
    avg: 62.03,
    peak: 118.6,
    peakTime: '2026-03-25T13:00:00.000Z',
    comparedToLastPeriod: { total: -4.12, avg: -4.12, peak: 1.8 },
  })
  .add(RereadDto, { from: '2026-03-01', pointCodes: ['BLDG.ELEC.MAIN.ENERGY'] })
  .add(RereadStartedDto, { meters: 1 });
