import { say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import { defineNode, type JsonObject, type Problem } from '@app/workflow-engine';
import { describeData } from './describe-data';
import { oneOf } from './one-of';
import { recordReference } from './record-id';

const figure = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

/**
 * The node has no side effects, so a repeated run reads again. The current period ends at the recorded start of the
 * node run, which is the same for the repeat.
 */
export const readEnergyNode = defineNode({
  type: 'read_energy',
  name: 'Read energy',
  description:
    "Reads the energy, cost or emissions of a period in the platform's time zone, and compares it with the period " +
    'before. The figures are those of the energy routes. A dry run reads, too.',
  category: 'action',
  config: Type.Object({
    areaId: Type.Optional(
      recordReference('area', {
        title: 'Area',
        description: 'Id of an area. Without it, the figures cover the whole site.',
        examples: [1, '{{ triggerData.areaId }}'],
      }),
    ),
    energyType: Type.Optional(
      oneOf(['electricity', 'gas', 'water', 'heating', 'cooling'], {
        title: 'Energy type',
        description: 'Kind of energy.',
        default: 'electricity',
      }),
    ),
    period: oneOf(['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'custom'], {
      title: 'Period',
      description:
        'The period in local time. A week begins on Monday. Today, this week and this month end when ' +
        'the node run starts.',
      examples: ['yesterday'],
    }),
    from: Type.Optional(bound('From', 'Start of a custom period')),
    to: Type.Optional(bound('To', 'End of a custom period; not part of it')),
    interval: Type.Optional(
      oneOf(['hour', 'day', 'week', 'month'], {
        title: 'Interval',
        description: 'If set, the output also has one point per local hour, day, week or month.',
        examples: ['day'],
      }),
    ),
    metric: Type.Optional(
      oneOf(['energy', 'cost', 'emissions', 'demand', 'baseline', 'budget'], {
        title: 'Metric',
        description:
          'The figure to read. The demand, and the comparisons with the newest baseline of days and with the budget, need ' +
          'an area.',
        default: 'energy',
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({
      total: figure(
        'Sum of the period; null if nothing was measured, or if a price or an emission factor is missing. The expected ' +
          'energy of a baseline, or the budget of the month in which the period begins.',
      ),
      avg: figure('Mean of the hours.'),
      peak: figure('Highest hour, or highest quarter of an hour of a demand.'),
      peakTime: Type.Union([Type.String(), Type.Null()], {
        description: 'Start of the hour or quarter with the highest figure, ISO 8601 UTC.',
      }),
      unit: Type.String({ description: 'Unit of the figures: kWh, m³, a currency, kg CO2e, kW or m³/h.' }),
      coverage: Type.Number({ description: 'Measured share of the period, 0 to 1.' }),
      silentMeters: Type.Array(Type.String(), {
        description: 'Point codes of the meters without recent readings at the end of the period.',
      }),
      comparedToLastPeriod: Type.Object(
        {
          total: Type.Union([Type.Number(), Type.Null()]),
          avg: Type.Union([Type.Number(), Type.Null()]),
          peak: Type.Union([Type.Number(), Type.Null()]),
          coverage: Type.Number(),
        },
        {
          description:
            'Changes in percent, compared to the period before. Only the hours and meters with data in both periods ' +
            'are compared; `coverage` is their share of the period.',
        },
      ),
      points: Type.Optional(
        Type.Array(
          Type.Object({
            timestamp: Type.String(),
            value: Type.Union([Type.Number(), Type.Null()]),
            coverage: Type.Number(),
          }),
          { description: 'Value and coverage of each interval. Omitted if no interval is set.' },
        ),
      ),
      actual: Type.Optional(figure('Measured energy that is compared with a baseline or a budget.')),
      saving: Type.Optional(
        Type.Union(
          [
            Type.Object({
              kwh: Type.Number(),
              percent: Type.Union([Type.Number(), Type.Null()]),
              uncertaintyPercent: Type.Union([Type.Number(), Type.Null()]),
            }),
            Type.Null(),
          ],
          {
            description:
              'Saving against the baseline, with the uncertainty of 90 % confidence in percent of the saving; null ' +
              'without a complete day or a model.',
          },
        ),
      ),
      forecast: Type.Optional(figure('Expected energy of the whole month of a budget.')),
      willMiss: Type.Optional(
        Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether the forecast is above the budget; null if there is no forecast.',
        }),
      ),
    }),
  ),
  needs: ['energy'],
  acts: false,
  check: problemsOf,
  async run(step) {
    const { config, ports, nowMs } = step;
    step.signal.throwIfAborted();
    const { metric = 'energy', ...query } = config;
    const figures = await ports.energy.figures({ metric, ...query }, nowMs);
    step.log(`Read ${(metric === 'demand' ? figures.peak : figures.total) ?? 'no'} ${figures.unit}.`);
    return { kind: 'done', output: { ...figures } };
  },
});

function bound(title: string, description: string) {
  return Type.String({
    title,
    description: `${description}, ISO 8601. Without an offset, it is in the platform's time zone.`,
    examples: ['2026-03-01', '{{ triggerData.from }}'],
  });
}

/** Metrics of one area, without points. */
const OF_AREA = ['demand', 'baseline', 'budget'];

function problemsOf({ period, from, to, metric, areaId, interval }: JsonObject): Problem[] {
  const problems: Problem[] = [];
  if (period === 'custom') {
    for (const [path, value] of Object.entries({ from, to })) {
      if (value === undefined) problems.push({ path, ...say('required_in_dates') });
    }
  }
  const name = OF_AREA.find((one) => one === metric);
  if (name) {
    if (areaId === undefined) problems.push({ path: 'areaId', ...say('required_for', { name }) });
    if (interval !== undefined) problems.push({ path: 'interval', ...say('omitted_for', { name }) });
  }
  return problems;
}
