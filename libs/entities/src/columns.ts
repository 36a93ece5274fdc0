import { mapMessage, type Message, withCode } from '@app/kernel';
import { processDialect } from '@app/config';
import {
  Column,
  type ColumnOptions,
  PrimaryColumn,
  type TableColumnOptions,
  type ValueTransformer,
} from 'typeorm';

/**
 * The column types that differ between the dialects. The dialect is determined once per process. Entities use the
 * decorators below, and migrations use `columnTypes`. Both come from this table.
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

/** Makes indexes sort a text column by code points, so that a prefix search is a range scan on every database. */
export const orderedByCode = processDialect() === 'postgres' ? { collation: 'C' } : {};

type Options = Pick<ColumnOptions, 'name' | 'nullable' | 'default' | 'select'>;

/** An instant in UTC with milliseconds; a `Date` in code. */
export function InstantColumn(options: Options = {}): PropertyDecorator {
  return Column({ ...columnTypes.instant, ...options });
}

export function PrimaryInstantColumn(): PropertyDecorator {
  return PrimaryColumn({ ...columnTypes.instant });
}

/** Text of practically unlimited length. */
export function LongTextColumn(options: Options = {}): PropertyDecorator {
  return Column({ ...columnTypes.longText, ...options });
}

/** The transformer of every `JsonTextColumn`. */
export const jsonText: ValueTransformer = {
  to: (value: unknown) => (value === undefined ? undefined : JSON.stringify(value)),
  from: (text: string | null) => (text === null ? null : (JSON.parse(text) as unknown)),
};

/**
 * Any JSON value, stored as text that this process serializes and parses, so that both databases store the same bytes.
 */
export function JsonTextColumn(options: Options = {}): PropertyDecorator {
  return Column({ ...columnTypes.longText, ...options, transformer: jsonText });
}

/** A message, or null. Stored as JSON, so that it can be shown in each language. */
export function MessageColumn(): PropertyDecorator {
  return Column({ ...columnTypes.longText, nullable: true, transformer: storedMessage });
}

const MAX_MESSAGE = 1000;

/**
 * The transformer of every `MessageColumn`. Each of its texts is stored without NUL characters, and cut if it is long.
 * Version 1.0 stores plain sentences.
 */
export const storedMessage: Record<'to', (message: Message | null) => string | null> & ValueTransformer = {
  to: (message) => message && JSON.stringify(mapMessage(message, storableText)),
  from: (text: string | null) => text && messageIn(text),
};

function messageIn(text: string): Message {
  return text.startsWith('{"code":') ? (JSON.parse(text) as Message) : withCode({ message: text });
}

/** If the cut splits a surrogate pair, the conversion to bytes and back replaces the remaining half. */
export const storableText = (text: string): string =>
  Buffer.from(text.replaceAll('\0', '').slice(0, MAX_MESSAGE)).toString();

export function DoubleColumn(options: Options = {}): PropertyDecorator {
  return Column({ ...columnTypes.double, ...options });
}

export function BooleanColumn(options: Options = {}): PropertyDecorator {
  return Column({ type: Boolean, ...options });
}

/** A 64-bit integer; a `number` in code, although both drivers return text. Values stay below 2^53. */
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
