import { Type } from '@sinclair/typebox';
import { referenceField, referencesIn } from './config-references';

const area = Type.Optional(referenceField('area', Type.Integer()));
const schema = Type.Object({
  filters: Type.Optional(Type.Object({ area, status: Type.String() })),
  files: Type.Array(referenceField('file', Type.String())),
  other: Type.Any(),
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

  it.each([{}, { filters: 'x', files: 7 }, { filters: { area: null }, files: [[1], {}] }])(
    'finds nothing in an invalid configuration: %j',
    (config) => {
      expect(referencesIn(schema, config as never)).toEqual([]);
    },
  );

  it('relies on marks that do not appear in the JSON Schema', () => {
    expect(JSON.stringify(area)).toBe(JSON.stringify(Type.Integer()));
  });
});
