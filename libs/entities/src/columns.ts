import { processDialect } from '@app/config';
import { Column, type ColumnOptions, PrimaryColumn, type TableColumnOptions } from 'typeorm';

/**
 * The column types that differ between the dialects, decided once for the process.
 * Entities take the decorators below, migrations take `columnTypes`: both from this one table.
 */
const TYPES = {
  postgres: {
    instant: { type: 'timestamp with time zone', precision: 3 },
    longText: { type: 'text' },
    double: { type: 'double precision' },
    boolean: { type: 'boolean' },
  },
  mysql: {
    instant: { type: 'datetime', precision: 3 },
    longText: { type: 'longtext' },
    double: { type: 'double' },
    boolean: { type: 'tinyint' },
  },
} as const satisfies Record<string, Record<string, Pick<TableColumnOptions, 'type' | 'precision'>>>;

export const columnTypes = TYPES[processDialect()];

/** Text that an index orders by its characters' codes, so that a prefix is a range on every database. */
export const orderedByCode = processDialect() === 'postgres' ? { collation: 'C' } : {};

type Options = Pick<ColumnOptions, 'name' | 'nullable' | 'default' | 'select'>;

/** A moment in UTC with milliseconds; a `Date` in code. */
export function InstantColumn(options: Options = {}): PropertyDecorator {
  return Column({ ...columnTypes.instant, ...options });
}

export function PrimaryInstantColumn(): PropertyDecorator {
  return PrimaryColumn({ ...columnTypes.instant });
}

/** Text without a length limit that matters. */
export function LongTextColumn(options: Options = {}): PropertyDecorator {
  return Column({ ...columnTypes.longText, ...options });
}

/** Any JSON value, kept as text that this process writes and parses, so that both databases agree to the byte. */
export function JsonTextColumn(options: Options = {}): PropertyDecorator {
  return Column({
    ...columnTypes.longText,
    ...options,
    transformer: {
      to: (value: unknown) => (value === undefined ? undefined : JSON.stringify(value)),
      from: (text: string | null) => (text === null ? null : (JSON.parse(text) as unknown)),
    },
  });
}

export function DoubleColumn(options: Options = {}): PropertyDecorator {
  return Column({ ...columnTypes.double, ...options });
}

export function BooleanColumn(options: Options = {}): PropertyDecorator {
  return Column({ type: Boolean, ...options });
}

/** A 64-bit integer, a `number` in code: both drivers hand it out as text. Values stay below 2^53. */
export function BigIntColumn(options: Options = {}): PropertyDecorator {
  return Column({
    type: 'bigint',
    ...options,
    transformer: {
      to: (value: number | null) => value,
      from: (text: string | null) => (text === null ? null : Number(text)),
    },
  });
}
