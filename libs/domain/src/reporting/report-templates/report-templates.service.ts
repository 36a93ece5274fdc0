import { inTransaction, type Language, requireRow, type ReportTemplateEntity } from '@app/entities';
import {
  type Actor,
  Clock,
  DomainError,
  type ErrorDetail,
  mapPage,
  type Page,
  type PageRequest,
  unknownRecord,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AreasService } from '../../metering/areas/areas.service';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { configProblems } from './check-config';
import {
  findShippedNames,
  findTemplate,
  findTemplateIds,
  findTemplates,
  insertShipped,
  saveTemplate,
} from './report-templates.queries';
import { SHIPPED_NAMES, shippedTemplate } from './shipped-templates';

/** A template as clients see it. The texts of a shipped template are in one language. */
export type ReportTemplate = Omit<ReportTemplateEntity, 'shipped'>;

export interface ReportTemplateInput extends Pick<ReportTemplate, 'name' | 'config'> {
  description?: string;
  category?: string;
}

const NAME = 'The report template';
const DEFAULT_CATEGORY = 'custom';

/** Lists and creates templates of reports. */
@Injectable()
export class ReportTemplatesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly configuration: ConfigurationService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Creates the shipped templates that do not exist yet. May run in several processes at once. */
  async ensure(): Promise<void> {
    const { language } = await this.configuration.current();
    const present = await findShippedNames(this.dataSource.manager);
    for (const shipped of SHIPPED_NAMES) {
      const template = shippedTemplate(shipped, language);
      if (!template || present.includes(shipped)) continue;
      await insertShipped(this.dataSource.manager, { ...template, shipped, createdAt: this.clock.now() });
    }
  }

  /** @param language the language of shipped texts. Default: the platform's */
  async list(page: PageRequest, language?: Language): Promise<Page<ReportTemplate>> {
    const shown = language ?? (await this.configuration.current()).language;
    return mapPage(await findTemplates(this.dataSource.manager, page), (row) => translated(row, shown));
  }

  /**
   * @param language the language of shipped texts. Default: the platform's
   * @throws DomainError not_found
   */
  async find(id: number, language?: Language): Promise<ReportTemplate> {
    const row = await requireRow(findTemplate(this.dataSource.manager, id), NAME);
    return translated(row, language ?? (await this.configuration.current()).language);
  }

  /** Returns the given ids that belong to templates. */
  async existing(ids: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set(await findTemplateIds(this.dataSource.manager, ids));
  }

  /** @throws DomainError invalid with a detail for each problem of the configuration */
  async create(actor: Actor, input: ReportTemplateInput): Promise<ReportTemplate> {
    await this.assertSound(input.config, 'config.');
    const { name, description = '', category = DEFAULT_CATEGORY, config } = input;
    return inTransaction(this.dataSource, async (manager) => {
      const row = { shipped: null, name, description, category, config, createdAt: this.clock.now() };
      const { shipped: _shipped, ...after } = await saveTemplate(manager, row);
      const record = { action: 'report-template.created', target: `report template ${after.id}`, after };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /**
   * @param path prefix of the paths of details
   * @throws DomainError invalid with a detail for each problem of the configuration
   */
  async assertSound(config: ReportTemplate['config'], path: string): Promise<void> {
    const problems = configProblems(config);
    const known = new Set((await this.areas.site()).areas.map(({ id }) => id));
    for (const [index, { areaIds = [] }] of config.sections.entries()) {
      for (const [place, id] of areaIds.entries()) {
        if (known.has(id)) continue;
        problems.push({ path: `sections[${index}].areaIds[${place}]`, ...unknownRecord('area', id) });
      }
    }
    if (problems.length === 0) return;
    const details = problems.map((problem): ErrorDetail => ({ ...problem, path: `${path}${problem.path}` }));
    const [{ path: where, message }] = details as [ErrorDetail];
    throw DomainError.invalid(`The report cannot be built: ${where} ${message}.`, details);
  }
}

function translated({ shipped, ...row }: ReportTemplateEntity, language: Language): ReportTemplate {
  const template = shipped === null ? null : shippedTemplate(shipped, language);
  return { ...row, ...template };
}
