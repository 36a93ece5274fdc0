import { choicesOf, withMetric, withoutUnused } from './section-choices';

describe('A section of a report', () => {
  it('drops the choices that its kind and metric do not allow', () => {
    expect(
      withoutUnused({
        kind: 'summary',
        metric: 'alerts',
        groupBy: 'tariff',
        interval: 'day',
        energyType: 'gas',
        areaIds: [],
        compare: true,
        title: '',
      }),
    ).toEqual({ kind: 'summary', metric: 'alerts' });
  });

  it('keeps the choices that its kind and metric allow', () => {
    const section = {
      kind: 'table',
      metric: 'cost',
      groupBy: 'area',
      interval: 'month',
      energyType: 'electricity',
      areaIds: [2],
    } as const;
    expect(withoutUnused({ ...section, areaIds: [2] })).toEqual(section);
  });

  it('has no metric if the section is a text', () => {
    expect(withoutUnused({ kind: 'text', metric: 'energy', text: 'Ask us.' })).toEqual({
      kind: 'text',
      text: 'Ask us.',
    });
  });

  it('has no interval if its costs are grouped by price', () => {
    expect(choicesOf({ kind: 'table', metric: 'cost', groupBy: 'tariff' }).intervals).toEqual([]);
  });

  it('becomes a table if its new metric has no charts', () => {
    expect(withMetric({ kind: 'chart', metric: 'energy', groupBy: 'area' }, 'budgets')).toEqual({
      kind: 'table',
      metric: 'budgets',
    });
    expect(withMetric({ kind: 'chart', metric: 'energy' }, 'demand').kind).toBe('chart');
  });

  it('offers the highest demand by day and month only', () => {
    expect(choicesOf({ kind: 'table', metric: 'demand' }).intervals).toEqual(['day', 'month']);
  });
});
