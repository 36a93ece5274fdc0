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
      oneOf(['energy', 'cost', 'emissions'], {
        title: 'Metric',
        description: 'The figure to read.',
        default: 'energy',
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({
      total: figure(
        'Sum of the period; null if nothing was measured, or if a price or an emission factor is missing.',
      ),
      avg: figure('Mean of the hours.'),
      peak: figure('Highest hour.'),
      peakTime: Type.Union([Type.String(), Type.Null()], {
        description: 'Start of the hour with the highest figure, ISO 8601 UTC.',
      }),
      unit: Type.String({ description: 'Unit of the figures: kWh, m³, a currency or kg CO2e.' }),
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
    step.log(`Read ${figures.total ?? 'no'} ${figures.unit}.`);
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

function problemsOf({ period, from, to }: JsonObject): Problem[] {
  if (period !== 'custom') return [];
  return Object.entries({ from, to }).flatMap(([path, value]) =>
    value === undefined ? [{ path, ...say('required_in_dates') }] : [],
  );
}
