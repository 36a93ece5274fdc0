import { PLATFORM_LANGUAGES } from '@app/config';
import { type ReportTemplate, type ReportTemplateInput, SHARED_BY, type SharedBy } from '@app/domain';
import {
  type EnergyType,
  type Language,
  REPORT_GROUPS,
  REPORT_INTERVALS,
  REPORT_METRICS,
  type ReportConfig,
  type ReportGroup,
  type ReportInterval,
  type ReportMetric,
  type ReportSectionConfig,
  SECTION_KINDS,
  type SectionKind,
} from '@app/entities';
import { IsBoolean, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { RecordId, RecordIds } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Nested, NestedList } from '../../http/fields/nested.decorators';
import { Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { ENERGY_TYPES } from '../energy/energy-types';

const MOST_SECTIONS = 20;

/** A section of a report. */
export class ReportSectionDto implements ReportSectionConfig {
  /**
   * `summary` shows key figures and their change since the previous period, `chart` and `table` show a metric by time
   * or by group, `text` shows its text. A table of alerts, faults or maintenance without `groupBy` and `interval` lists
   * the individual records.
   */
  @OneOf(SECTION_KINDS) kind: SectionKind;
  /** Heading. By default, it names the metric and how the metric is divided. */
  @Omittable() @IsString() @MaxLength(200) title?: string;
  /**
   * The measured quantity; required unless `kind` is `text`. `demand` is the highest demand of 15 minutes in each area,
   * by `day` or `month` if it is divided. `savings` compares areas with their baselines, as a chart or a table.
   * `normalized` is a table of the energy of each month at the actual and at the usual weather, by the newest baseline of
   * each area and energy type. `budgets`, `losses` (open now) and `bills` (expected from contracts) are tables.
   * `benchmarks` is a table of energy, cost and emissions per m² in the year that ends with the period, or a chart of the
   * energy. `degreeDays` is a table of the heating and cooling degree days of one area by `month` (default) or `day`,
   * with its energy. `balance` is a table of the energy of the meters of each area, the sum of the areas inside, and the
   * rest. `heatMap`, `durationCurve`, `typicalDays`, `temperature` (energy against temperature, with the newest
   * baseline), `flow` (into the areas inside) and `change` (from a year before, by the areas inside) are pictures of the
   * energy of one area: the first of `areaIds`, by default the top area. These metrics have no groups and are not
   * compared.
   */
  @Omittable() @OneOf(REPORT_METRICS) metric?: ReportMetric;
  /**
   * Divides the metric into groups: `area` for energy, cost, emissions, power, alerts and faults, `energyType` for
   * energy, cost and emissions, `tariff` (by price) for cost, `severity` for alerts and faults, `status` for alerts, faults and
   * maintenance. A summary has no groups.
   */
  @Omittable() @OneOf(REPORT_GROUPS) groupBy?: ReportGroup;
  /**
   * Divides the period. Without `interval` and `groupBy`, a chart or a table of a metered metric chooses an interval
   * that fits the period.
   */
  @Omittable() @OneOf(REPORT_INTERVALS) interval?: ReportInterval;
  /** Ids of areas. Default: the areas of the report, or the whole site if the report has none. */
  @Omittable() @RecordIds({ max: 500 }) areaIds?: number[];
  /**
   * The type of energy of a metered metric, a picture, `demand`, `benchmarks`, `degreeDays` or `balance`. Default:
   * electricity.
   */
  @Omittable() @OneOf(ENERGY_TYPES) energyType?: EnergyType;
  /**
   * How `bills` divides the bill of a contract among the areas inside its area. Default: by energy, or by floor area if
   * one of them has no meter and all have a floor area.
   */
  @Omittable() @OneOf(SHARED_BY) shareBy?: SharedBy;
  /** Whether a chart or a table shows the previous period too. A summary always shows the change. */
  @Omittable() @IsBoolean() compare?: boolean;
  /** The content of a text section. In other sections, a remark below the heading. */
  @Omittable() @IsString() @MaxLength(5000) text?: string;
}

/** Title and sections of a report. */
export class ReportConfigDto implements ReportConfig {
  /** Title of the report. */
  @IsString() @IsNotEmpty() @MaxLength(200) title: string;
  /** The sections in their order. */
  @NestedList(ReportSectionDto, { min: 1, max: MOST_SECTIONS })
  sections: ReportSectionDto[];
}

/** A layout from which plans generate reports. */
export class ReportTemplateDto implements Omit<ReportTemplate, 'createdAt'> {
  /** Id of the template. */
  @RecordId() id: number;
  /** Display name. Lists show the texts of shipped templates in the language of the query. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** Description; may be empty. */
  @IsString() @MaxLength(2000) description: string;
  /** A word by which clients can group templates, such as `billing`. */
  @IsString() @IsNotEmpty() @MaxLength(64) category: string;
  /** Title and sections. */
  @Nested(ReportConfigDto) config: ReportConfigDto;
  /** When the template was created. */
  @InstantProperty() createdAt: string;
}

/** A new template. */
export class ReportTemplateInputDto implements ReportTemplateInput {
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** Description. Default: empty. */
  @Omittable() @IsString() @MaxLength(2000) description?: string;
  /** A word by which clients can group templates. Default: `custom`. */
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(64) category?: string;
  /** Title and sections. */
  @Nested(ReportConfigDto) config: ReportConfigDto;
}

/** A page of templates. */
export class ReportTemplatesQuery extends PageQuery {
  /** Language of the texts of shipped templates. Default: the platform's. */
  @Omittable() @OneOf(PLATFORM_LANGUAGES) language?: Language;
}

/** One page of templates. */
export class ReportTemplatesDto {
  /** The templates of the page. */
  templates: ReportTemplateDto[];
}

export function toReportTemplateDto({ createdAt, ...template }: ReportTemplate): ReportTemplateDto {
  return { ...template, createdAt: createdAt.toISOString() };
}
