import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Environment } from '@app/config';
import type { Language, ReportConfig } from '@app/entities';
import { DomainError, parseInstantRange, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { ReportDocumentsService } from '../report-documents/report-documents.service';
import { previousSpan } from '../report-documents/time-labels';
import { fileNameOf } from '../report-rendering/file-name';
import { ReportRendererService } from '../report-rendering/report-renderer.service';
import { ReportTemplatesService } from '../report-templates/report-templates.service';

export interface ReportPreviewInput {
  /** Set either `templateId` or `config`. */
  templateId?: number;
  config?: ReportConfig;
  /** ISO 8601. Without an offset, the time is in the time zone of the report. */
  from: string;
  to: string;
  /** IANA name. Default: the platform's time zone. */
  timezone?: string;
  /** Default: the platform's language. */
  language?: Language;
  /** The areas for sections that do not name any areas. Default: the whole site. */
  areaIds?: number[];
}

/** Time for sending the response, after rendering. */
const MARGIN_MS = 500;

/** Renders reports without storing them. */
@Injectable()
export class ReportPreviewsService {
  constructor(
    private readonly templates: ReportTemplatesService,
    private readonly documents: ReportDocumentsService,
    private readonly renderer: ReportRendererService,
    private readonly configuration: ConfigurationService,
    private readonly environment: Environment,
  ) {}

  /**
   * Renders a report as PDF.
   * @throws DomainError invalid for a configuration that cannot be built, an empty or too long period, or too many
   *   rows; not_found for an unknown template; unavailable if rendering takes too long
   */
  async preview(input: ReportPreviewInput): Promise<{ name: string; content: Buffer }> {
    const startMs = performance.now();
    const platform = await this.configuration.current();
    const { timezone: zone = platform.timezone, language = platform.language, areaIds = [] } = input;
    const config = await this.configOf(input, language);
    const { from, to } = parseInstantRange(input, zone);
    const period = { fromMs: from.getTime(), toMs: to.getTime() };
    const previous = previousSpan(period, zone);
    const request = { config, language, zone, period, previous, areaIds };
    const document = await this.documents.build(request);
    const leftMs = this.environment.LIMIT_REQUEST_MS - (performance.now() - startMs) - MARGIN_MS;
    const out = new PassThrough();
    const [content] = await Promise.all([
      buffer(out),
      this.renderer.render(document, 'pdf', out, Math.max(1, leftMs)),
    ]);
    return { name: fileNameOf(document, 'pdf'), content };
  }

  private async configOf(
    { templateId, config }: ReportPreviewInput,
    language: Language,
  ): Promise<ReportConfig> {
    if ((templateId === undefined) === (config === undefined)) {
      const message = 'Set either templateId or config.';
      throw DomainError.invalid(message, [{ path: 'templateId', ...say('template_or_config') }]);
    }
    if (templateId !== undefined) return (await this.templates.find(templateId, language)).config;
    if (config === undefined) throw new Error('The request has neither a template nor a configuration.');
    await this.templates.assertSound(config, 'config.');
    return config;
  }
}
