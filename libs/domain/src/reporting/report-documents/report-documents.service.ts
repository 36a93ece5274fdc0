import { Environment } from '@app/config';
import type { Language, ReportConfig, ReportSectionConfig } from '@app/entities';
import { Clock, DomainError, type Message, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../../metering/areas/areas.service';
import { fewestBuckets } from '../../metering/arithmetic/calendar';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { coveragePercent, percentLabel } from './figures';
import { ReportCoverageService } from './metered/report-coverage.service';
import type { ReportDocument, ReportSpan } from './report-document';
import { ReportSectionsService } from './report-sections.service';
import { RowBudget } from './row-budget';
import type { SectionContext } from './section-context';
import { periodLabel } from './time-labels';
import { wordsOf } from './words/words-of';

/** Content and period of a report. */
interface ReportRequest {
  config: ReportConfig;
  language: Language;
  /** IANA name of the time zone of buckets and labels. */
  zone: string;
  period: ReportSpan;
  previous: ReportSpan;
  /** The areas for sections that do not name any areas; empty for the whole site. */
  areaIds: readonly number[];
  /** Default: now. Each attempt of a run passes the same time, so that it generates the same file. */
  generatedAtMs?: number;
}

const LONGEST_PERIOD_MS = 10 * 366 * 86_400_000;

/** Builds reports as plain data. All figures come from the services behind the API. */
@Injectable()
export class ReportDocumentsService {
  constructor(
    private readonly sections: ReportSectionsService,
    private readonly coverage: ReportCoverageService,
    private readonly areas: AreasService,
    private readonly configuration: ConfigurationService,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError invalid if the period is too long, or if the report has too many rows */
  async build(request: ReportRequest, signal?: AbortSignal): Promise<ReportDocument> {
    const { config, language, zone, period, previous, areaIds } = request;
    const { LIMIT_REPORT_ROWS } = this.environment;
    assertLength(config.sections, period, LIMIT_REPORT_ROWS);
    const { platformName } = await this.configuration.current();
    const context: SectionContext = {
      language,
      words: wordsOf(language),
      zone,
      period,
      previous,
      areaIds,
      site: await this.areas.site(),
      nowMs: request.generatedAtMs ?? this.clock.nowMs(),
      rows: new RowBudget(LIMIT_REPORT_ROWS),
    };
    const sections = [];
    for (const section of config.sections) {
      signal?.throwIfAborted();
      sections.push(await this.sections.build(section, context));
    }
    return {
      title: config.title,
      platformName,
      language,
      zone,
      period,
      previous,
      periodText: periodLabel(period, zone, language),
      previousText: await this.previousText(config.sections, context),
      generatedAtMs: context.nowMs,
      coverage: await this.coverage.of(config.sections, period, context),
      sections,
    };
  }

  /** The previous period in words. Names its coverage if data is missing, because less can then be compared. */
  private async previousText(
    sections: readonly ReportSectionConfig[],
    context: SectionContext,
  ): Promise<string> {
    const { words, language, zone, previous } = context;
    const label = periodLabel(previous, zone, language);
    const percent = coveragePercent((await this.coverage.of(sections, previous, context)) ?? 1);
    return percent < 100 ? words.incomplete(label, percentLabel(percent, language)) : label;
  }
}

/** Checks the length before any bucket is created. */
function assertLength(
  sections: readonly ReportSectionConfig[],
  { fromMs, toMs }: ReportSpan,
  mostRows: number,
): void {
  if (toMs - fromMs > LONGEST_PERIOD_MS) throw tooLong('to', say('period_too_long'));
  for (const [index, { interval }] of sections.entries()) {
    if (interval === undefined || fewestBuckets(interval, fromMs, toMs) <= mostRows) continue;
    throw tooLong(`sections[${index}].interval`, say('too_many_intervals', { most: mostRows, interval }));
  }
}

function tooLong(path: string, message: Message): DomainError {
  return DomainError.invalid(message, [{ path, ...message }]);
}
