import type { ExportType } from '@app/entities';
import { type ExportFilters, filterProblems } from './export-filters';

describe('filterProblems', () => {
  it.each<[ExportType, ExportFilters]>([
    ['energy', { areaId: 1, energyType: 'gas', interval: 'month' }],
    ['energy', { areaId: undefined, severity: undefined }],
    ['faults', { status: 'open', severity: 'major', areaId: 1, objectId: 2, assigneeId: 3, alertId: 4 }],
    ['alarms', { status: 'cleared', acknowledged: false, shelved: true, pointCode: 'A', source: 'rule' }],
  ])('accepts the filters of %s: %j', (type, filters) => {
    expect(filterProblems(type, filters)).toEqual([]);
  });

  it.each<[ExportType, ExportFilters, string[]]>([
    ['energy', { severity: 'major', status: 'open' }, ['filters.severity', 'filters.status']],
    ['faults', { interval: 'day', acknowledged: true }, ['filters.interval', 'filters.acknowledged']],
    ['faults', { status: 'active' }, ['filters.status']],
    ['alarms', { status: 'open', objectId: 1 }, ['filters.objectId', 'filters.status']],
  ])('refuses filters of other types for %s: %j', (type, filters, paths) => {
    expect(filterProblems(type, filters).map(({ path }) => path)).toEqual(paths);
  });
});
