import type { Widget } from '../../../api/dashboards';
import {
  changedWidget,
  CONTENTS,
  type Fields,
  fieldsOf,
  missingField,
  NEW_FIELDS,
  newWidget,
} from './widget-fields';

const aWidget = (fields: Partial<Widget>): Widget => ({
  id: 'stored',
  type: 'list',
  dataType: 'static',
  dataJson: '"Closed."',
  config: { color: 'red' },
  layoutX: 2,
  layoutY: 3,
  layoutW: 5,
  layoutH: 4,
  data: null,
  updatedAt: null,
  ...fields,
});
const filled: Partial<Fields> = {
  codes: ['A', 'B'],
  code: 'A',
  labelId: 'hall',
  fileId: 'file',
  url: 'https://example.com',
  note: 'Closed.',
  area: '3',
};

describe('the fields of a stored widget', () => {
  it.each(CONTENTS)('are those with which a widget of the content %s was created', (content) => {
    const widget = newWidget({ ...NEW_FIELDS, ...filled, content }, 0);
    expect(fieldsOf(widget).content).toBe(content);
    expect(missingField(fieldsOf(widget))).toBeUndefined();
    const again = newWidget(fieldsOf(widget), 0);
    expect([again.type, again.dataJson]).toEqual([widget.type, widget.dataJson]);
  });

  it.each(['figures', 'cost', 'emissions', 'chart'])('are those of an energy widget with %s', (display) => {
    expect(fieldsOf(newWidget({ ...NEW_FIELDS, display }, 0)).display).toBe(display);
  });

  it.each<Partial<Widget>>([
    { dataJson: '{"a":1}' },
    { dataJson: '[1]' },
    { dataJson: 'null' },
    { dataJson: '{"trend":{"series":"x"}}' },
    { dataJson: '{"link":{"url":5,"text":null}}' },
    { dataJson: '{"heatMap":{"areaId":"x","toString":"y"}}' },
    { dataType: 'points', type: 'stats', dataJson: '{"codes":["A","B"],"series":7}' },
    { dataType: 'energy', type: 'stats', dataJson: '{"period":"thisWeek","later":true}' },
    { dataJson: '{"trend":{"series":["area:3"],"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"}}' },
  ])('keep the content of %j, whose title changes', (stored) => {
    const widget = aWidget(stored);
    const changed = changedWidget(widget, { ...fieldsOf(widget), title: ' New ' });
    expect(changed).toEqual({ ...widget, config: { color: 'red', title: 'New', public: false } });
  });
});

describe('a changed widget', () => {
  it('with another content is a new one in the same place', () => {
    const widget = aWidget({});
    const changed = changedWidget(widget, { ...fieldsOf(widget), note: 'Open.' });
    expect(changed.id).not.toBe(widget.id);
    expect(changed).toMatchObject({
      dataJson: '"Open."',
      config: { color: 'red' },
      layoutX: 2,
      layoutY: 3,
      layoutW: 5,
      layoutH: 4,
    });
  });

  it('is no gauge any more without its ends, and only a single value has ends', () => {
    const gauge = newWidget({ ...NEW_FIELDS, content: 'value', code: 'A', min: 0, max: 9 }, 0);
    expect(gauge.config).toMatchObject({ min: 0, max: 9 });
    expect(changedWidget(gauge, { ...fieldsOf(gauge), min: '', max: '' }).config.min).toBeUndefined();
    const other = aWidget({ config: { min: 1, max: 2 } });
    expect(changedWidget(other, fieldsOf(other)).config).toMatchObject({ min: 1, max: 2 });
  });

  it('keeps a fixed period until another range is chosen', () => {
    const trend = { series: ['A'], from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', compare: 'day' };
    const widget = aWidget({ type: 'chart', dataJson: JSON.stringify({ trend }) });
    const fields = fieldsOf(widget);
    const longer = changedWidget(widget, { ...fields, codes: ['A', 'B'] });
    expect(JSON.parse(longer.dataJson)).toEqual({ trend: { ...trend, series: ['A', 'B'] } });
    const relative = changedWidget(widget, { ...fields, range: '7d' });
    expect(JSON.parse(relative.dataJson)).toEqual({ trend: { series: ['A'], range: '7d', compare: 'day' } });
  });
});
