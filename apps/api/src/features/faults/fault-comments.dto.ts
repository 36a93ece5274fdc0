import type { FaultComment } from '@app/domain';
import { PickType } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';

/** A remark about a fault. */
export class FaultCommentDto implements FaultComment {
  /** Id of the comment. */
  @RecordId() id: number;
  /** Id of the fault. */
  @RecordId() faultId: number;
  /**
   * Id of the user who wrote the comment; null if it was not written by a user. The user may have been deleted since
   * then.
   */
  @RecordId() authorId: number | null;
  /** The author's username at that time. */
  authorName: string;
  /** The text. */
  @IsString() @IsNotEmpty() @MaxLength(10_000) text: string;
  /** When the comment was written. */
  @InstantProperty() createdAt: Date;
}

/** A new comment. */
export class FaultCommentInputDto extends PickType(FaultCommentDto, ['text']) {}
