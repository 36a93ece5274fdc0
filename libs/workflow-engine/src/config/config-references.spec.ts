import { Type } from '@sinclair/typebox';
import { conditionField } from './config-field';
import { referenceField, referencesIn } from './config-references';

const area = Type.Optional(referenceField('area', Type.Integer()));
const code = referenceField('point', Type.String());
const schema = Type.Object({
  filters: Type.Optional(Type.Object({ area, status: Type.String() })),
  files: Type.Array(referenceField('file', Type.String())),
  other: Type.Any(),
  codes: Type.Optional(Type.Union([code, Type.Array(code)])),
  condition: Type.Optional(conditionField(Type.String())),
});

describe('referencesIn', () => {
  it('finds the ids of records with their paths, and leaves out computed ids', () => {
    const config = {
      filters: { area: 2, status: 'open' },
      files: ['a', '{{ triggerData.fileId }}', 'b'],
      other: { area: 3 },
    };
    expect(referencesIn(schema, config)).toEqual([
      { kind: 'area', path: 'filters.area', id: 2 },
      { kind: 'file', path: 'files[0]', id: 'a' },
      { kind: 'file', path: 'files[2]', id: 'b' },
    ]);
  });

  it.each<[unknown, string[]]>([
    ['A', ['codes A']],
    [
      ['A', '{{ item }}', 'B'],
      ['codes[0] A', 'codes[2] B'],
    ],
  ])('finds a reference in any alternative of a schema: %j', (codes, expected) => {
    const found = referencesIn(schema, { codes } as never);
    expect(found.map(({ path, id }) => `${path} ${id}`)).toEqual(expected);
  });

  it('finds the calendars in a condition that can be parsed', () => {
    const condition = 'isOpen(now(), 3) && isHoliday(now(), item)';
    expect(referencesIn(schema, { condition })).toEqual([{ kind: 'calendar', path: 'condition', id: 3 }]);
    expect(referencesIn(schema, { condition: 'isOpen(now(), 3' })).toEqual([]);
  });

  it.each([
    {},
    { condition: 3, codes: {} },
    { filters: 'x', files: 7 },
    { filters: { area: null }, files: [[1], {}] },
  ])('finds nothing in an invalid configuration: %j', (config) => {
    expect(referencesIn(schema, config as never)).toEqual([]);
  });

  it('marks references and conditions in the JSON Schema of their fields, for editors', () => {
    expect(JSON.parse(JSON.stringify(area))).toEqual({ type: 'integer', 'x-reference': 'area' });
    expect(JSON.parse(JSON.stringify(conditionField(code)))).toMatchObject({ 'x-condition': true });
  });
});
