import { Environment } from '@app/config';
import type { ExportJobEntity, ExportType } from '@app/entities';
import { DomainError, parseInstantRange, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { EnergyExport } from './energy-export';
import { type ExportFilters, filterProblems } from './export-filters';

export interface ExportInput {
  type: ExportType;
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  filters?: ExportFilters;
}

/** The content of an export. */
export type ExportContent = Pick<ExportJobEntity, 'type' | 'fromAt' | 'toAt' | 'timezone' | 'filters'>;

const DAY_MS = 24 * 3_600_000;
/** Ten years including leap days. */
const LONGEST_RANGE_DAYS = 3653;

/** Validates requests for exports. */
@Injectable()
export class ExportChecks {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly energy: EnergyExport,
    private readonly environment: Environment,
  ) {}

  /** @throws DomainError invalid with a detail per problem */
  async check({ type, from, to, filters = {} }: ExportInput): Promise<ExportContent> {
    const timezone = await this.configuration.timezone();
    const range = parseInstantRange({ from, to }, timezone);
    if (range.to.getTime() - range.from.getTime() > LONGEST_RANGE_DAYS * DAY_MS) throw rangeTooLong();
    const details = filterProblems(type, filters);
    if (details.length > 0) throw DomainError.invalid(`The filters do not fit the type ${type}.`, details);
    const content = { type, fromAt: range.from, toAt: range.to, timezone, filters: given(filters) };
    if (type === 'energy') await this.checkEnergy(content);
    if (type === 'savings') await this.rowsOf({ ...content, filters: areaOf(filters) });
    return content;
  }

  private async checkEnergy(content: ExportContent): Promise<void> {
    const { LIMIT_EXPORT_ROWS: limit } = this.environment;
    if ((await this.rowsOf(content)) <= limit) return;
    const message = `The export has more than ${limit} rows. Choose a shorter range, a longer interval or one area.`;
    throw DomainError.invalid(message, [{ path: 'to', ...say('export_too_long', { most: limit }) }]);
  }

  private async rowsOf(content: ExportContent): Promise<number> {
    try {
      return await this.energy.fewestRows(content);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'not_found') throw error;
      throw DomainError.invalid(error.message, [{ path: 'filters.areaId', ...say('no_such_area') }]);
    }
  }
}

/** The filter by area, which energy and savings have in common. */
function areaOf({ areaId }: ExportFilters): ExportJobEntity['filters'] {
  return areaId === undefined ? {} : { areaId };
}

function given(filters: ExportFilters): ExportJobEntity['filters'] {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

function rangeTooLong(): DomainError {
  const message = 'The range is longer than ten years. Request a shorter range.';
  return DomainError.invalid(message, [{ path: 'to', ...say('longer_than_ten_years') }]);
}
