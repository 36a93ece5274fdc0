import { FILE_CATEGORIES, type FileCategory, type FileEntity } from '@app/entities';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { IntegerProperty, UuidProperty } from '../../http/fields/id-properties.decorator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';

/** An uploaded or generated file. */
export class FileDto {
  /** Id of the file. */
  @UuidProperty() id: string;
  /** Name under which the file is saved. */
  name: string;
  /** Media type. The type of an uploaded file is detected from its content. */
  mimeType: string;
  /** Size in bytes. */
  @IntegerProperty() size: number;
  /** SHA-256 of the content, hexadecimal. */
  @ApiProperty({ pattern: '^[0-9a-f]{64}$' }) sha256: string;
  /** `upload`: a user uploaded the file. The service generated the files of all other categories. */
  @OneOf(FILE_CATEGORIES) category: FileCategory;
  /** Username of the person, or name of the part of the service, that created the file. */
  createdBy: string;
  /** Time of creation. */
  createdAt: Date;
}

/** A form with a file. */
export class FileFormDto {
  /** The file, in a field of any name. */
  @ApiProperty({ type: 'string', format: 'binary' }) file: unknown;
}

/** Filters of the list. */
export class FilesQuery extends PageQuery {
  /** Only files of this category. */
  @Omittable() @OneOf(FILE_CATEGORIES) category?: FileCategory;

  /** Only files with this text at the beginning of the name, or of a word in the name. Case is ignored. */
  @Omittable() @IsString() @MaxLength(254) search?: string;
}

export function toFileDto(file: FileEntity): FileDto {
  const { id, name, mimeType, sizeBytes: size, sha256, category, createdBy, createdAt } = file;
  return { id, name, mimeType, size, sha256, category, createdBy, createdAt };
}
