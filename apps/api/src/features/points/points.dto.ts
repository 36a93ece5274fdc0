import { QUALITIES, type Quality } from '@app/contracts';
import {
  NAME_LENGTH,
  type Point,
  type PointChanges,
  type PointDetail,
  type PointFilter,
  type PointInput,
  type WritingWorkflow,
  UNIT_LENGTH,
} from '@app/domain';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsBoolean, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { AnyJson } from '../../http/body/any-json.decorator';
import { RecordId, UuidProperty } from '../../http/fields/id-properties.decorator';
import { IsCode } from '../../http/fields/is-code.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { NestedList } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { QueryRecordId, QueryTexts } from '../../http/fields/query.decorators';

export class PointQueryDto extends PageQuery implements PointFilter {
  /** Only points of this object. */
  @Omittable() @QueryRecordId() objectId?: number;
  /**
   * Only points with this text at the beginning of the name, of the code, or of a word in them, or with this unit. Case is
   * ignored, but not in units.
   */
  @Omittable() @IsString() @MaxLength(255) search?: string;
  /** Only the points with these codes. Repeat the parameter for each code, and set `limit` to their number. */
  @Omittable() @QueryTexts() codes?: string[];
}

/** A data channel of an object. */
export class PointDto implements Point {
  /** Id of the point. */
  @RecordId() id: number;
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(NAME_LENGTH) name: string;
  /** Code of the point at the gateway. Unique and case-sensitive. */
  @IsCode() code: string;
  /** Id of the object to which the point belongs. */
  @RecordId() objectId: number;
  /** Unit of the point's values; null if unknown. */
  @Nullable() @IsString() @MaxLength(UNIT_LENGTH) unit: string | null;
  /** Type of the point's values, for example `number` or `boolean`; null if unknown. */
  @Nullable() @IsString() @MaxLength(UNIT_LENGTH) dataType: string | null;
}

/** A point, and whether it can be written. */
export class ListedPointDto extends PointDto {
  /** Whether the gateway accepts values for the point; null if no list of a gateway that is switched on has the point. */
  @Nullable() @IsBoolean() writable: boolean | null;
}

/** A workflow that writes a point. */
export class WritingWorkflowDto implements WritingWorkflow {
  /** Id of the workflow. */
  @UuidProperty() id: string;
  /** Name of the workflow. */
  @IsString() name: string;
  /** Whether the workflow is enabled. */
  @IsBoolean() enabled: boolean;
}

/** A point with its last value and its writers. */
export class PointDetailDto extends ListedPointDto implements PointDetail {
  /** The last value; null if the gateway has never reported one. */
  @AnyJson() value: unknown;
  /** Quality of the value; null if there is no value. */
  @Nullable() @OneOf(QUALITIES) quality: Quality | null;
  /** When the value was measured; null if there is no value. */
  @Nullable() @InstantProperty() timestamp: string | null;
  /**
   * The workflows that write the point by a node `set_point`, oldest first. Leaves out nodes whose code an expression
   * computes.
   */
  @NestedList(WritingWorkflowDto) writtenBy: WritingWorkflowDto[];
}

/** Changes of a point. Omitted fields stay as they are. */
export class PointChangesDto
  extends PartialType(OmitType(PointDto, ['id']), { skipNullProperties: false })
  implements PointChanges {}

/** A new point. */
export class PointInputDto
  extends IntersectionType(
    PickType(PointDto, ['name', 'code', 'objectId']),
    PickType(PointChangesDto, ['unit', 'dataType']),
  )
  implements PointInput {}
