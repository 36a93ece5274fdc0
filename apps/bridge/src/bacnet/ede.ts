import { objectName, objectOf } from './objects';
import { symbolOf } from './units';

/** The columns that are read, without spaces and punctuation. */
type Column =
  | 'keyname'
  | 'deviceobjinstance'
  | 'objectname'
  | 'objecttype'
  | 'objectinstance'
  | 'description'
  | 'minpresentvalue'
  | 'maxpresentvalue'
  | 'minvalue'
  | 'maxvalue'
  | 'settable'
  | 'commandable'
  | 'unitcode';

/**
 * Returns the points of one device from a list in the format Engineering Data Exchange of the BACnet Interest Group
 * Europe; null if the rows are not in this format. Objects that cannot be points, such as schedules, are left out.
 */
export function edePoints(rows: readonly string[][], instance: number): object[] | null {
  const header = rows.findIndex((row) => {
    const names = new Set(row.map(columnName));
    return names.has('objecttype') && names.has('objectinstance');
  });
  const names = rows[header]?.map(columnName);
  if (!names) return null;
  const cell = (row: string[], column: Column) => row[names.indexOf(column)]?.trim() ?? '';
  return rows
    .slice(header + 1)
    .filter((row) => cell(row, 'deviceobjinstance') === String(instance))
    .flatMap((row) => {
      const type = Number(cell(row, 'objecttype'));
      const object = objectName({ type, instance: Number(cell(row, 'objectinstance')) });
      if (object === null) return [];
      const name = cell(row, 'objectname') || cell(row, 'keyname') || object;
      const unit = cell(row, 'unitcode');
      return [
        {
          suffix: name.replaceAll(/\s+/g, '_'),
          name: cell(row, 'description') || name,
          unit: unit === '' ? '' : symbolOf(Number(unit)),
          object,
          ...(/^y/i.test(cell(row, 'settable') || cell(row, 'commandable')) &&
            objectOf(object).commands && {
              writable: true,
              ...limit('min', cell(row, 'minpresentvalue') || cell(row, 'minvalue')),
              ...limit('max', cell(row, 'maxpresentvalue') || cell(row, 'maxvalue')),
            }),
        },
      ];
    });
}

function columnName(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** Numbers have a decimal comma or point. */
function limit(field: 'min' | 'max', text: string): object {
  const value = Number(text.replace(',', '.'));
  return text === '' || Number.isNaN(value) ? {} : { [field]: value };
}
