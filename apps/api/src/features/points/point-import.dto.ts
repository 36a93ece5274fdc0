import {
  type AvailablePoint,
  type CatalogueFilter,
  type ImportReport,
  MAX_IMPORT_ROWS,
  type PointDefinition,
  ROW_FAULTS,
  type RowError,
} from '@app/domain';
import { ApiProperty, PickType } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsString, MaxLength } from 'class-validator';
import { ErrorDetailDto, MessageDto } from '../../http/errors/error.dto';
import { AsSent } from '../../http/fields/as-sent.decorator';
import { IntegerProperty, RecordId } from '../../http/fields/id-properties.decorator';
import { IsCode } from '../../http/fields/is-code.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { QueryRecordId } from '../../http/fields/query.decorators';
import { PointDto } from './points.dto';

/** One point of an import. */
export class PointDefinitionDto
  extends PickType(PointDto, ['name', 'code'])
  implements Omit<PointDefinition, 'unit' | 'dataType'>
{
  /** Unit of the point's values. */
  @Omittable() @Nullable() @IsString() @MaxLength(64) unit: string | null = null;
  /** Type of the point's values. */
  @Omittable() @Nullable() @IsString() @MaxLength(64) dataType: string | null = null;
  /** Id of the point's object. */
  @Omittable() @RecordId() objectId?: number;
  /** Code of the point's object, as an alternative to `objectId`. */
  @Omittable() @IsCode() objectCode?: string;
}

/** Points to import into the objects of a model. */
export class ModelPointImportDto {
  /**
   * The points, each with `objectId` or `objectCode`. An object that does not exist is created, with its code as its
   * name. Points are checked one by one: points with errors are reported and left out.
   */
  @AsSent()
  @IsArray()
  @ArrayMaxSize(MAX_IMPORT_ROWS)
  @ApiProperty({ type: [PointDefinitionDto], maxItems: MAX_IMPORT_ROWS })
  points: unknown[];
}

/** Points to import, given either as `points` or by a `source`. */
export class PointImportDto {
  /** The points. They are checked one by one: points with errors are reported and left out. */
  @Omittable()
  @AsSent()
  @IsArray()
  @ArrayMaxSize(MAX_IMPORT_ROWS)
  @ApiProperty({ type: [PointDefinitionDto], maxItems: MAX_IMPORT_ROWS })
  points?: unknown[];
  /** Id of the object for points that do not name an object. Required with `source`. */
  @Omittable() @RecordId() objectId?: number;
  /** `gateway` imports points that the gateway offers. */
  @Omittable() @OneOf(['gateway']) source?: 'gateway';
  /** Codes of the gateway's points to import. If omitted, all points that have not been imported yet are imported. */
  @Omittable()
  @IsArray()
  @ArrayMaxSize(MAX_IMPORT_ROWS)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(255, { each: true })
  @ApiProperty({ type: [String], maxItems: MAX_IMPORT_ROWS, uniqueItems: true })
  codes?: string[];
}

export class CsvImportQueryDto {
  /** Id of the object for CSV rows that do not name an object. */
  @Omittable() @QueryRecordId() objectId?: number;
}

/** A row that was not imported. */
export class RowErrorDto extends MessageDto implements RowError {
  /** Number of the row, from 0. In CSV, the row after the header has the number 0. */
  @IntegerProperty() index: number;
  /** The reason, for programs. */
  @OneOf(ROW_FAULTS) declare code: RowError['code'];
  /** The fields that are not valid. Only with the code `invalid_fields`. */
  details?: ErrorDetailDto[];
}

/** The result of an import. */
export class ImportReportDto implements ImportReport {
  /** Number of created points. */
  @IntegerProperty() imported: number;
  /** Number of rows that were not imported. */
  @IntegerProperty() failed: number;
  /** The rows that were not imported, in their order. */
  errors: RowErrorDto[];
}

export class CatalogueQueryDto extends PageQuery implements CatalogueFilter {
  /** Only points whose code or name contains this text. Case is ignored. */
  @Omittable() @IsString() @MaxLength(255) search?: string;
}

/** A point that the gateway offers. */
export class AvailablePointDto implements AvailablePoint {
  /** Code of the point. */
  code: string;
  /** Name of the point at the gateway. */
  name: string;
  /** Unit of the point's values; null if unknown. */
  unit: string | null;
  /** Type of the point's values; null if unknown. */
  dataType: string | null;
  /** Whether the value of the point can be set. */
  writable: boolean;
  /** Group of the point at the gateway; null for none. */
  group: string | null;
  /** Smallest number that can be written; null if not known. */
  min: number | null;
  /** Largest number that can be written; null if not known. */
  max: number | null;
  /** Distance between the numbers that can be written, counted from `min`; null if any number in the range can. */
  step: number | null;
  /** Id of the point with this code; null if it has not been imported. */
  @Nullable() @RecordId() pointId: number | null;
}
