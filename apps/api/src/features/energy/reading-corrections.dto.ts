import type { CorrectionInput, CorrectionListQuery, ReadingCorrection } from '@app/domain';
import { CORRECTION_KINDS, type CorrectionKind } from '@app/entities';
import { IsNotEmpty, IsNumber, IsString, MaxLength } from 'class-validator';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';

export class ReadingCorrectionQueryDto extends PageQuery implements CorrectionListQuery {
  /** Only corrections of the meter with this point code. */
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(255) pointCode?: string;
}

/** A correction of a meter's readings. */
export class ReadingCorrectionInputDto implements CorrectionInput {
  /** Code of the meter's point. */
  @IsString() @IsNotEmpty() @MaxLength(255) pointCode: string;
  /** Time of the reading, or start of the stretch. */
  @IsInstant() from: string;
  /**
   * Only for `false`: end of the stretch, exclusive. It may be in the future. If it is omitted, only the reading at
   * `from` is false.
   */
  @Omittable() @IsInstant() to?: string;
  /** `false` takes readings out. `value` replaces the reading at `from`, or adds one. */
  @OneOf(CORRECTION_KINDS) kind: CorrectionKind;
  /** Only for `value`: the correct value in the unit of the point. */
  @Omittable() @IsNumber() value?: number;
  /** Why the readings are corrected. */
  @IsString() @IsNotEmpty() @MaxLength(500) reason: string;
}

/** A correction of a meter's readings. */
export class ReadingCorrectionDto {
  /** Id of the correction. */
  @RecordId() id: number;
  /** Code of the meter's point. */
  pointCode: string;
  /** `false`: the readings are taken out. `value`: the reading at `from` is replaced or added. */
  @OneOf(CORRECTION_KINDS) kind: CorrectionKind;
  /** Time of the reading, or start of the stretch. */
  @InstantProperty() from: string;
  /** End of the stretch, exclusive; null if the correction is about the reading at `from`. */
  @InstantProperty() to: string | null;
  /** The correct value in the unit of the point; null if the kind is `false`. */
  value: number | null;
  /** Why the readings are corrected. */
  reason: string;
  /** Name of the user who created the correction. */
  createdBy: string;
  /** When the correction was created. */
  @InstantProperty() createdAt: string;
}

export function toCorrectionDto(correction: ReadingCorrection): ReadingCorrectionDto {
  const { id, pointCode, kind, at, endsAt, value, reason, createdBy, createdAt } = correction;
  return {
    id,
    pointCode,
    kind,
    from: at.toISOString(),
    to: endsAt?.toISOString() ?? null,
    value,
    reason,
    createdBy,
    createdAt: createdAt.toISOString(),
  };
}
