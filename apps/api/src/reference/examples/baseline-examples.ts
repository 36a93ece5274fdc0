import {
  BaselineChangesDto,
  BaselineDto,
  BaselineInputDto,
  DegreeDaysDto,
} from '../../features/baselines/baselines.dto';
import {
  FittedBaselineDto,
  ModelDaysDto,
  NormalizedDto,
  SavingsDto,
} from '../../features/baselines/savings.dto';
import { ExampleSet } from '../example-set';

const BASELINE = {
  id: 1,
  name: 'New heat pumps',
  areaId: 1,
  energyType: 'electricity',
  method: 'dailyChangePoint',
  form: null,
  from: '2023-12-31T23:00:00.000Z',
  to: '2024-12-31T23:00:00.000Z',
  reportingFrom: '2025-03-31T22:00:00.000Z',
  adjustments: [
    {
      from: '2025-06-30T22:00:00.000Z',
      to: '2025-08-31T22:00:00.000Z',
      kwhPerDay: 120,
      note: 'Chillers of the trade fair',
    },
  ],
} satisfies BaselineDto;

export const BASELINE_EXAMPLES = new ExampleSet()
  .add(DegreeDaysDto, {
    timestamp: '2026-02-28T23:00:00.000Z',
    value: 311.482,
    baseC: 15.5,
    coverage: 1,
  })
  .add(BaselineInputDto, {
    name: 'New heat pumps',
    areaId: 1,
    from: '2024-01-01',
    to: '2025-01-01',
    reportingFrom: '2025-04-01',
  })
  .add(BaselineChangesDto, { adjustments: BASELINE.adjustments })
  .add(BaselineDto, BASELINE)
  .add(FittedBaselineDto, {
    ...BASELINE,
    fit: {
      model: 'threeParameterHeating',
      parameters: { base: [412.5], heatingPerDegree: 38.204117, coolingPerDegree: 0 },
      balancePointsC: { heating: 15.5, cooling: null },
      rSquared: 0.9312,
      adjustedRSquared: 0.9308,
      cvRmse: 9.87,
      nmbe: 0,
      observations: 361,
      days: 361,
      meetsGuideline14: true,
    },
    missing: null,
  })
  .add(SavingsDto, {
    points: [
      {
        timestamp: '2025-10-31T23:00:00.000Z',
        actual: 18_240.5,
        expected: 21_033.25,
        low: 20_344.125,
        high: 21_722.375,
        cumulativeSaving: 2792.75,
        coverage: 1,
      },
    ],
    saving: { kwh: 2792.75, percent: 13.28, uncertaintyPercent: 24.68, confidence: 0.9 },
    missing: null,
  })
  .add(NormalizedDto, {
    points: [
      {
        timestamp: '2025-10-31T23:00:00.000Z',
        actual: 18_240.5,
        normalized: 17_630.125,
        years: 4,
        coverage: 1,
      },
    ],
    missing: null,
  })
  .add(ModelDaysDto, {
    days: [{ date: '2024-11-04', temperatureC: 7.25, actual: 612.5, expected: 598.125 }],
    missing: null,
  });
