import { isPublic, toPublicWidget } from './public-widget';

const WIDGET = {
  id: 'w',
  type: 'list' as const,
  layoutX: 0,
  layoutY: 0,
  layoutW: 1,
  layoutH: 1,
  config: { public: true },
  dataType: 'alerts' as const,
  dataJson: '{}',
  data: { total: 1, bySeverity: { major: 1 }, newest: [{ title: 'Leak' }] },
  updatedAt: null,
};

describe('a public widget', () => {
  it.each([
    [true, { public: true }],
    [false, {}],
    [false, { public: 'true' }],
    [false, { public: 1 }],
    [false, { nested: { public: true } }],
  ])('isPublic returns %s for the configuration %j', (expected, config) => {
    expect(isPublic({ ...WIDGET, config })).toBe(expected);
  });

  it('is no trend, because a trend needs the history of points', () => {
    const note = { ...WIDGET, dataType: 'static' as const };
    const isShown = [{ trend: { series: ['TEMP'] } }, { trends: 2 }, 'trend', null].map((data) =>
      isPublic({ ...note, data }),
    );
    expect(isShown).toEqual([false, true, true, true]);
  });

  it('leaves out the data binding and the texts of alerts', () => {
    const { dataJson: _, ...shown } = WIDGET;
    const data = { total: 1, bySeverity: { major: 1 } };
    expect(toPublicWidget(WIDGET)).toEqual({ ...shown, data });
    expect(toPublicWidget({ ...WIDGET, data: null }).data).toBeNull();
  });

  it('returns other data of a widget unchanged', () => {
    const data = [{ code: 'TEMP', value: 21 }];
    expect(toPublicWidget({ ...WIDGET, dataType: 'points', data }).data).toBe(data);
  });
});
