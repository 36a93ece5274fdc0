import type { ModelChanges, ModelFilter, ModelInput, NodeUse } from '@app/domain';
import type { ModelEntity } from '@app/entities';
import { ApiProperty, PartialType, PickType } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { IntegerProperty, RecordId } from '../../http/fields/id-properties.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { QueryBoolean } from '../../http/fields/query.decorators';

/** The file of a model. */
export class ModelFileDto {
  /** Name of the uploaded file. */
  name: string;
  /** Size in bytes. */
  @IntegerProperty() size: number;
  /** Type that was detected from the content. */
  mimeType: string;
  /**
   * Address of the file, which works without a token. The address cannot be guessed, and each new file has a new one.
   */
  url: string;
}

/** An uploaded 3D model. */
export class ModelDto {
  /** Id of the model. */
  @RecordId() id: number;
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** Description; any text. */
  @Nullable() @IsString() @MaxLength(4000) description: string | null;
  /** Version of the model. Any text; `1` after the upload. */
  @IsString() @IsNotEmpty() @MaxLength(64) version: string;
  /** The current file. */
  file: ModelFileDto;
  /** Time of the upload. */
  createdAt: Date;
}

/** Changes of a model. Omitted fields stay as they are. */
export class ModelChangesDto
  extends PartialType(PickType(ModelDto, ['name', 'description', 'version']), { skipNullProperties: false })
  implements ModelChanges {}

/** A form with the file of a model. */
export class ModelFileFormDto {
  /** The file, in a field of any name. */
  @ApiProperty({ type: 'string', format: 'binary' }) file: unknown;
}

/** A form with a new model. */
export class ModelFormDto extends PickType(ModelDto, ['name']) implements ModelInput {
  /** Description; any text. */
  @Omittable() @Nullable() @IsString() @MaxLength(4000) description: string | null = null;
  /** The file, in a field of any name. */
  @ApiProperty({ type: 'string', format: 'binary' }) file: unknown;
}

/** Filters of the list. */
export class ModelsQuery extends PageQuery implements ModelFilter {
  /** Only models with this text at the beginning of the name, or of a word in the name. Case is ignored. */
  @Omittable() @IsString() @MaxLength(254) search?: string;
}

/** Options for replacing a file. */
export class ReplaceModelFileQuery {
  /** If true, the file is only checked and compared. Nothing changes. */
  @ApiProperty({ required: false, default: false }) @QueryBoolean() dryRun: boolean = false;
}

/** A record whose node is missing from the new file. */
export class LostNodeDto implements NodeUse {
  /** Kind of the record. */
  @OneOf(['object', 'device', 'hotspot']) kind: NodeUse['kind'];
  /** Id of the object or hotspot, or `deviceId` of the device in a label. */
  @ApiProperty({ oneOf: [{ type: 'integer' }, { type: 'string' }] }) id: number | string;
  /** Name of the missing node. */
  name: string;
}

/** The result of a replacement, or of its dry run. */
export class ReplacedModelFileDto {
  /** Objects, devices of labels and hotspots whose node is missing from the new file. */
  lost: LostNodeDto[];
}

export function toModelDto(model: ModelEntity): ModelDto {
  const { id, name, description, version, createdAt } = model;
  const { fileName, sizeBytes, mimeType, staticName } = model;
  const url = `/static/models/${staticName}`;
  return {
    id,
    name,
    description,
    version,
    file: { name: fileName, size: sizeBytes, mimeType, url },
    createdAt,
  };
}
