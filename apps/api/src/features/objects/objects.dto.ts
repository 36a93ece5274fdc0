import {
  type BuildingObject,
  NAME_LENGTH,
  type ObjectChanges,
  type ObjectFilter,
  type ObjectInput,
} from '@app/domain';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { IsCode } from '../../http/fields/is-code.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { QueryRecordId } from '../../http/fields/query.decorators';
import { PointDto } from '../points/points.dto';

export class ObjectQueryDto extends PageQuery implements ObjectFilter {
  /** Only objects of this model. */
  @Omittable() @QueryRecordId() modelId?: number;
  /** Only objects with this text at the beginning of the name, of the code, or of a word in them. Case is ignored. */
  @Omittable() @IsString() @MaxLength(255) search?: string;
}

/** A physical device in a model, or a logical data unit of the gateway. */
export class ObjectDto implements BuildingObject {
  /** Id of the object. */
  @RecordId() id: number;
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(NAME_LENGTH) name: string;
  /** Id of the model to which the object belongs. */
  @RecordId() modelId: number;
  /** Unique, case-sensitive code. */
  @IsCode() code: string;
  /** Description; null for none. */
  @Nullable() @IsString() @MaxLength(2000) description: string | null;
  /** Name of the node that shows the object in the model's file; null for none. */
  @Nullable() @IsString() @IsNotEmpty() @MaxLength(NAME_LENGTH) nodeName: string | null;
}

/** An object with its points. */
export class ObjectDetailDto extends ObjectDto {
  /** The first 10,000 points of the object, oldest first. `GET /api/points` lists all of them in pages. */
  points: PointDto[];
}

/** Changes of an object. Omitted fields stay as they are. */
export class ObjectChangesDto
  extends PartialType(OmitType(ObjectDto, ['id']), { skipNullProperties: false })
  implements ObjectChanges {}

/** A new object. */
export class ObjectInputDto
  extends IntersectionType(
    PickType(ObjectDto, ['name', 'modelId', 'code']),
    PickType(ObjectChangesDto, ['description', 'nodeName']),
  )
  implements ObjectInput {}
