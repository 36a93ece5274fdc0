import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { BackupFileError } from './backup-file-error';

/** The version of the file format. Increase it with every change that older versions of the product cannot read. */
export const FORMAT_VERSION = 1;

/** The kinds of values. `docs/backups.md` describes how each is written. */
export const COLUMN_KINDS = ['integer', 'bigint', 'double', 'boolean', 'text', 'json', 'instant'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Names of tables and columns are restricted, because they become part of SQL statements. */
const Name = Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Count = Type.Integer({ minimum: 0 });

const Column = Type.Object({
  name: Name,
  kind: Type.Union(COLUMN_KINDS.map((kind) => Type.Literal(kind))),
  /** The maximum number of characters of a text. Omitted if the text has no limit. */
  length: Type.Optional(Count),
});

const Table = Type.Object({
  name: Name,
  columns: Type.Array(Column, { minItems: 1 }),
  primaryKey: Type.Array(Name, { minItems: 1 }),
  /** The column whose values the database generates. Null if the table has none. */
  generated: Type.Union([Name, Type.Null()]),
});

const Manifest = Type.Object({
  format: Type.Literal('plantroom-backup'),
  formatVersion: Type.Integer({ minimum: 1 }),
  productVersion: Type.String(),
  database: Type.Union([Type.Literal('postgres'), Type.Literal('mysql')]),
  /** The executed migrations, in order. */
  migrations: Type.Array(Type.String(), { minItems: 1 }),
  installationId: Type.String(),
  createdAt: Type.String(),
  includesFiles: Type.Boolean(),
  /** A table comes after the tables to which its foreign keys refer. */
  tables: Type.Array(Table, { minItems: 1 }),
});

const Totals = Type.Object({
  tables: Type.Record(
    Type.String(),
    Type.Object({
      rows: Count,
      /** The SHA-256 of all lines of the table. */
      sha256: Sha256,
      /**
       * The next id that the database will generate, as a decimal number. Null if the table has no generated column.
       */
      nextId: Type.Union([Type.String({ pattern: '^[1-9][0-9]{0,18}$' }), Type.Null()]),
    }),
  ),
  files: Type.Object({
    count: Count,
    bytes: Count,
    /** The SHA-256 of the lines `<key> <size> <sha256>` of all files. */
    sha256: Sha256,
    /** Number of files to which the database refers but which were missing from the file store. */
    missing: Count,
  }),
});

export type BackupColumn = Static<typeof Column>;
export type BackupTable = Static<typeof Table>;
/** The first entry of a backup. */
export type BackupManifest = Static<typeof Manifest>;
/** The last entry of a backup. */
export type BackupTotals = Static<typeof Totals>;

/** The manifest and the totals of a backup that was read completely. */
export interface BackupContent {
  manifest: BackupManifest;
  totals: BackupTotals;
}

/**
 * Parses the first entry of a backup.
 * @throws BackupFileError `newer`, `damaged`
 */
export function parseManifest(bytes: Buffer): BackupManifest {
  const value = parseJson(bytes, 'manifest.json');
  const { formatVersion } = (value ?? {}) as { formatVersion?: unknown };
  if (typeof formatVersion === 'number' && formatVersion > FORMAT_VERSION) {
    throw new BackupFileError(
      'newer',
      `The backup file has the format version ${formatVersion}, but this version of Plantroom reads only ` +
        `versions up to ${FORMAT_VERSION}. Restore it with a newer version of Plantroom.`,
    );
  }
  return checked(Manifest, value, 'manifest.json');
}

/**
 * Parses the last entry of a backup.
 * @throws BackupFileError `damaged`
 */
export function parseTotals(bytes: Buffer): BackupTotals {
  return checked(Totals, parseJson(bytes, 'totals.json'), 'totals.json');
}

function parseJson(bytes: Buffer, name: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw BackupFileError.damaged(`${name} is not JSON`, error);
  }
}

function checked<Schema extends TSchema>(schema: Schema, value: unknown, name: string): Static<Schema> {
  if (Value.Check(schema, value)) return value;
  const first = Value.Errors(schema, value).First();
  throw BackupFileError.damaged(`${name} is not valid at ${first?.path ?? '/'}`);
}
