import { type BoundWidget, DueWidgets } from './due-widgets';

const widgets: BoundWidget[] = [
  { id: 'temperature', type: 'list', dataType: 'points', dataJson: '{"codes":["TEMP","FLOW"]}' },
  { id: 'pressure', type: 'list', dataType: 'points', dataJson: '{"codes":["PRESSURE"]}' },
  { id: 'alerts', type: 'list', dataType: 'alerts', dataJson: '{}' },
  { id: 'energy', type: 'chart', dataType: 'energy', dataJson: '{}' },
];

describe('DueWidgets', () => {
  let due: DueWidgets;
  const taken = () => widgets.filter(due.take()).map(({ id }) => id);

  beforeEach(() => (due = new DueWidgets()));

  it('returns no widgets if nothing is marked', () => {
    expect(taken()).toEqual([]);
  });

  it('returns all widgets of a marked type', () => {
    due.markType('alerts');
    due.markType('energy');
    expect(taken()).toEqual(['alerts', 'energy']);
  });

  it('returns the widgets that show a marked point', () => {
    due.markPoints(['OTHER', 'FLOW']);
    expect(taken()).toEqual(['temperature']);
  });

  it('returns a single marked widget, or all widgets if all are marked', () => {
    due.markWidget('energy');
    expect(taken()).toEqual(['energy']);
    due.markAll();
    expect(taken()).toHaveLength(widgets.length);
  });

  it('returns each widget once, and none on the next call', () => {
    due.markPoints(['TEMP']);
    due.markPoints(['TEMP', 'PRESSURE']);
    due.markType('points');
    expect(taken()).toEqual(['temperature', 'pressure']);
    expect(taken()).toEqual([]);
  });
});
