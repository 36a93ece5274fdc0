import { PLATFORM_LANGUAGES } from '@app/config';
import type { ReportPreviewInput } from '@app/domain';
import type { Language } from '@app/entities';
import { IsTimeZoneName } from '@app/kernel';
import { MaxLength } from 'class-validator';
import { RecordId, RecordIds } from '../../http/fields/id-properties.decorator';
import { IsInstant } from '../../http/fields/is-instant.decorator';
import { Nested } from '../../http/fields/nested.decorators';
import { Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { ReportConfigDto } from './report-template.dto';

/** A report to render. Give either `templateId` or `config`. */
export class ReportPreviewInputDto implements ReportPreviewInput {
  /** Id of a template. */
  @Omittable() @RecordId() templateId?: number;
  /** Title and sections of a report that has no template. */
  @Omittable() @Nested(ReportConfigDto) config?: ReportConfigDto;
  /** Start of the period. Without an offset, the time is in the time zone of the report. */
  @IsInstant() from: string;
  /** End of the period, which is not included. */
  @IsInstant() to: string;
  /** IANA time zone of days and labels. Default: the platform's. Prices always apply in the platform's time zone. */
  @Omittable() @IsTimeZoneName() @MaxLength(64) timezone?: string;
  /** Language of the report. Default: the platform's. */
  @Omittable() @OneOf(PLATFORM_LANGUAGES) language?: Language;
  /** Ids of the areas for all sections without `areaIds` of their own. Default: the whole site. */
  @Omittable() @RecordIds({ max: 500 }) areaIds?: number[];
}
