import { isRepeated, recordOf, rowsOf, withNewRow } from './record-rows';

describe('The rows of an object with free names', () => {
  it('stay in place and keep their values while a name passes through another name or digits', () => {
    const typed = ['Y', 'X', '1', ''].map((name) =>
      rowsOf({ X: 'a', Y: 'b' }).map((row) => (row.id === 1 ? { ...row, name } : row)),
    );
    expect(typed.map((rows) => rows.map(({ value }) => value))).toEqual(typed.map(() => ['a', 'b']));
    expect(typed.map(recordOf)).toEqual([
      { X: 'a', Y: 'b' },
      { X: 'a' },
      { X: 'a', 1: 'b' },
      { X: 'a', '': 'b' },
    ]);
    expect(typed.map((rows) => rows.map((row) => isRepeated(rows, row)))).toEqual([
      [false, false],
      [false, true],
      [false, false],
      [false, false],
    ]);
  });

  it('get a new row whose id and name are free', () => {
    const rows = withNewRow(rowsOf({ X: 'a', name3: 'b' }).slice(1));
    expect(rows).toEqual([
      { id: 1, name: 'name3', value: 'b' },
      { id: 2, name: 'name2', value: '' },
    ]);
    expect(withNewRow([])).toEqual([{ id: 0, name: 'name1', value: '' }]);
  });

  it('make an object, which is undefined without rows', () => {
    expect(recordOf(rowsOf({ X: 'a', Y: 'b' }))).toEqual({ X: 'a', Y: 'b' });
    expect(recordOf([])).toBeUndefined();
  });
});
