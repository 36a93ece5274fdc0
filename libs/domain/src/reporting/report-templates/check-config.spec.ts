import type { ReportSectionConfig } from '@app/entities';
import { configProblems } from './check-config';
import { SHIPPED_NAMES, shippedTemplate } from './shipped-templates';

const problemsOf = (section: ReportSectionConfig) =>
  configProblems({ title: 'A report', sections: [section] });

describe('configProblems', () => {
  it.each<[ReportSectionConfig, string, string]>([
    [{ kind: 'text' }, 'text', 'is required in a text section'],
    [{ kind: 'text', text: ' ' }, 'text', 'is required in a text section'],
    [{ kind: 'text', text: 'a', metric: 'energy' }, 'metric', 'does not apply to a text section'],
    [{ kind: 'table' }, 'metric', 'is required in a table section'],
    [
      { kind: 'table', metric: 'alerts', groupBy: 'tariff' },
      'groupBy',
      'must be area, severity or status, because alerts cannot be grouped by tariff',
    ],
    [
      { kind: 'table', metric: 'maintenance', groupBy: 'area' },
      'groupBy',
      'must be status, because maintenance cannot be grouped by area',
    ],
    [
      { kind: 'chart', metric: 'power', groupBy: 'energyType' },
      'groupBy',
      'must be area, because power cannot be grouped by energyType',
    ],
    [
      { kind: 'summary', metric: 'energy', groupBy: 'area' },
      'groupBy',
      'does not apply to a summary. Use a table or a chart',
    ],
    [
      { kind: 'summary', metric: 'energy', interval: 'day' },
      'interval',
      'does not apply to a summary. Use a table or a chart',
    ],
    [{ kind: 'chart', metric: 'maintenance' }, 'groupBy', 'must be status in a chart of maintenance'],
    [
      { kind: 'table', metric: 'maintenance', interval: 'day' },
      'interval',
      'does not apply to maintenance, which is counted for the whole period',
    ],
    [
      { kind: 'table', metric: 'cost', groupBy: 'tariff', interval: 'day' },
      'interval',
      'does not apply if groupBy is tariff, because these groups are totals of the period',
    ],
    [
      { kind: 'table', metric: 'maintenance', areaIds: [1] },
      'areaIds',
      'does not apply to maintenance, because work orders have no area',
    ],
    [{ kind: 'table', metric: 'faults', energyType: 'gas' }, 'energyType', 'does not apply to faults'],
    [
      { kind: 'table', metric: 'energy', groupBy: 'energyType', energyType: 'gas' },
      'energyType',
      'does not apply if groupBy is energyType, because these groups show all types',
    ],
    [
      { kind: 'chart', metric: 'power', energyType: 'water' },
      'energyType',
      'must not be water, because water has no power',
    ],
    [{ kind: 'table', metric: 'alerts', compare: true }, 'compare', 'does not apply to alerts'],
    [
      { kind: 'table', metric: 'cost', groupBy: 'tariff', compare: true },
      'compare',
      'does not apply if groupBy is tariff',
    ],
    [
      { kind: 'chart', metric: 'energy', groupBy: 'area', compare: true },
      'compare',
      'applies only to a section without groups, or to a table that has groups but no interval',
    ],
    [{ kind: 'chart', metric: 'budgets' }, 'kind', 'must be table for budgets'],
    [{ kind: 'summary', metric: 'savings' }, 'kind', 'must be chart or table for savings'],
    [{ kind: 'summary', metric: 'benchmarks' }, 'kind', 'must be chart or table for benchmarks'],
    [{ kind: 'chart', metric: 'normalized' }, 'kind', 'must be table for normalized'],
    [
      { kind: 'table', metric: 'normalized', energyType: 'gas' },
      'energyType',
      'does not apply to normalized',
    ],
    [{ kind: 'chart', metric: 'balance' }, 'kind', 'must be table for balance'],
    [{ kind: 'table', metric: 'balance', shareBy: 'energy' }, 'shareBy', 'does not apply to balance'],
    [
      { kind: 'table', metric: 'degreeDays', interval: 'week' },
      'interval',
      'must be day or month for degreeDays',
    ],
    [{ kind: 'table', metric: 'demand', interval: 'week' }, 'interval', 'must be day or month for demand'],
    [{ kind: 'table', metric: 'losses', interval: 'day' }, 'interval', 'does not apply to losses'],
    [{ kind: 'table', metric: 'demand', groupBy: 'area' }, 'groupBy', 'does not apply to demand'],
    [{ kind: 'table', metric: 'bills', energyType: 'gas' }, 'energyType', 'does not apply to bills'],
    [{ kind: 'table', metric: 'benchmarks', compare: true }, 'compare', 'does not apply to benchmarks'],
  ])('refuses %j', (section, field, message) => {
    expect(problemsOf(section)).toMatchObject([{ path: `sections[0].${field}`, message }]);
  });

  it.each<ReportSectionConfig>([
    { kind: 'text', text: 'a' },
    { kind: 'summary', metric: 'energy', compare: true, energyType: 'water' },
    { kind: 'chart', metric: 'alerts', groupBy: 'severity', interval: 'day' },
    { kind: 'table', metric: 'maintenance' },
    { kind: 'table', metric: 'energy', groupBy: 'area', interval: 'hour', areaIds: [1, 2] },
    { kind: 'chart', metric: 'power', interval: 'hour', compare: true },
    { kind: 'summary', metric: 'demand', energyType: 'water' },
    { kind: 'table', metric: 'demand', interval: 'month', areaIds: [1] },
    { kind: 'chart', metric: 'savings' },
    { kind: 'table', metric: 'benchmarks', energyType: 'gas' },
    { kind: 'chart', metric: 'benchmarks' },
    { kind: 'table', metric: 'degreeDays', interval: 'day', energyType: 'gas' },
    { kind: 'table', metric: 'balance', areaIds: [1] },
    { kind: 'table', metric: 'bills', shareBy: 'floorArea' },
    { kind: 'table', metric: 'normalized', areaIds: [1] },
  ])('accepts %j', (section) => {
    expect(problemsOf(section)).toEqual([]);
  });

  it('accepts all shipped templates', () => {
    for (const name of SHIPPED_NAMES) {
      for (const language of ['en-US', 'zh-CN'] as const) {
        const template = shippedTemplate(name, language);
        expect(template && configProblems(template.config)).toEqual([]);
      }
    }
  });
});
