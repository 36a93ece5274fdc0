import {
  importProgress,
  type ReadingImportOptions,
  type ReadingImportPreview,
  type ReadingImportSummary,
} from '@app/domain';
import { type MeterKind, READING_IMPORT_STATUSES, type ReadingImportStatus } from '@app/entities';
import { IsTimeZoneName, withCode } from '@app/kernel';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { FailureDto, failureFields, MessageDto } from '../../http/errors/error.dto';
import { validated } from '../../http/body/request.pipe';
import { IntegerProperty, RecordId, ShareProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { QueryBoolean } from '../../http/fields/query.decorators';

const DATE_FORMATS = ['iso', 'dmy', 'mdy', 'serial'] as const;
const KINDS: MeterKind[] = ['cumulative', 'interval', 'power'];

/** Options of an import. */
export class ReadingImportOptionsDto implements ReadingImportOptions {
  /** Code of the meter's point. */
  @IsString() @IsNotEmpty() @MaxLength(255) pointCode: string;
  /**
   * Kind of the values: states of a register, energy per interval, or power. If it is given, it must be the kind of the
   * meter.
   */
  @Omittable() @OneOf(KINDS) kind?: MeterKind;
  /** IANA zone of timestamps without an offset. Default: the platform time zone. */
  @Omittable() @IsTimeZoneName() timezone?: string;
  /**
   * The decimal mark of the values. Default: a comma if the columns are separated by semicolons or tabs and values
   * contain commas, else a point. A file that mixes both is refused.
   */
  @Omittable() @OneOf(['.', ',']) decimal?: '.' | ',';
  /**
   * The format of all dates of a CSV file: `iso` (2025-12-24T13:15Z), `dmy` (24.12.2025 13:15 or 24/12/2025 13:15),
   * `mdy` (12/24/2025 1:15 PM) or `serial` (46015.5521, the numbers of spreadsheets that count from 1900). Default: the
   * format of the first date. The order of day and month in dates with slashes is taken from all dates; if both orders
   * fit, the file is refused with 400 `ambiguous_dates`.
   */
  @Omittable() @OneOf(DATE_FORMATS) dateFormat?: (typeof DATE_FORMATS)[number];
  /** True to get the expected result without importing anything. */
  @Omittable() @QueryBoolean() dryRun?: boolean;
}

/** Options of an import as query parameters. A form may contain them as fields instead. */
export class ReadingImportQueryDto extends PartialType(ReadingImportOptionsDto, {
  skipNullProperties: false,
}) {}

/** A form with the file. The options in the form take precedence over those in the query. */
export class ReadingImportFormDto extends ReadingImportQueryDto {
  /** The file, in a field of any name. */
  @ApiProperty({ type: 'string', format: 'binary' }) file: unknown;
}

/** @throws DomainError `validation_failed` */
export function importOptions(
  query: ReadingImportQueryDto,
  form: ReadingImportFormDto,
): ReadingImportOptionsDto {
  const given = Object.entries(form).filter(([, value]) => value !== undefined);
  return validated(ReadingImportOptionsDto, Object.assign({}, query, Object.fromEntries(given)));
}

/** A refused line. */
export class RefusedLineDto extends MessageDto {
  /** Number of the line, from 1. A header counts. */
  @IntegerProperty({ minimum: 1 }) line: number;
}

/** The import that was started. With `dryRun`: the expected result of the import. */
export class ReadingImportAnswerDto {
  /** Id of the import. Absent with `dryRun`. */
  @Omittable() @RecordId() importId?: number;
  /** With `dryRun`: number of readings that would be imported. */
  @Omittable() @IntegerProperty() taken?: number;
  /** With `dryRun`: number of lines whose timestamp already has a reading. */
  @Omittable() @IntegerProperty() duplicates?: number;
  /** With `dryRun`: number of refused lines. */
  @Omittable() @IntegerProperty() refusedCount?: number;
  /** With `dryRun`: the first 1000 refused lines. */
  @Omittable() refused?: RefusedLineDto[];
  /** With `dryRun`: timestamp of the first reading that would be imported; null if there is none. */
  @Omittable() @InstantProperty() from?: string | null;
  /** With `dryRun`: timestamp of the last reading that would be imported; null if there is none. */
  @Omittable() @InstantProperty() to?: string | null;
  /**
   * With `dryRun`: false if the file has more than 200,000 lines or interval readings. In this case, only the first
   * 200,000 were checked.
   */
  @Omittable() complete?: boolean;
}

/** An import of readings from a file, with at most 20 of its refused lines. */
export class ReadingImportSummaryDto {
  /** Id of the import. */
  @RecordId() id: number;
  /** Code of the meter's point. */
  pointCode: string;
  /** `running` while readings are imported, and while an undo deletes them. */
  @OneOf(READING_IMPORT_STATUSES) status: ReadingImportStatus;
  /** Share of the work that is finished, from 0 to 1. */
  @ShareProperty() progress: number;
  /** Number of imported readings. */
  @IntegerProperty() taken: number;
  /** Number of lines that were not imported because their timestamp already had a reading. */
  @IntegerProperty() duplicates: number;
  /** Number of refused lines. */
  @IntegerProperty() refusedCount: number;
  /** The first 20 refused lines. */
  refused: RefusedLineDto[];
  /** Timestamp of the first imported reading; null if there is none. */
  @InstantProperty() from: string | null;
  /** Timestamp of the last imported reading; null if there is none. */
  @InstantProperty() to: string | null;
  /** Why the import failed; null if it did not. */
  error: string | null;
  /** `error` with its code and its values, for programs. */
  @Nullable() failure: FailureDto | null;
  /** Name of the user who started the import. */
  createdBy: string;
  /** When the import was started. */
  @InstantProperty() createdAt: string;
  /** When the import was completed, failed or was undone; null while it is running. */
  @InstantProperty() finishedAt: string | null;
}

/** An import of readings from a file, with all refused lines that are stored. */
export class ReadingImportDto extends ReadingImportSummaryDto {
  /** The first 1000 refused lines. */
  override refused: RefusedLineDto[];
}

/** Converts an import of the list, or a complete one with all of its stored refused lines. */
export function toImportDto(row: ReadingImportSummary): ReadingImportDto {
  const { id, pointCode, status, taken, duplicates, refusedCount, error, createdBy } = row;
  return {
    id,
    pointCode,
    status,
    progress: importProgress(row),
    taken,
    duplicates,
    refusedCount,
    refused: row.refused.map(withCode),
    from: row.firstAt?.toISOString() ?? null,
    to: row.lastAt?.toISOString() ?? null,
    ...failureFields(error),
    createdBy,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

export function toPreviewDto({ from, to, ...counts }: ReadingImportPreview): ReadingImportAnswerDto {
  return { ...counts, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null };
}
