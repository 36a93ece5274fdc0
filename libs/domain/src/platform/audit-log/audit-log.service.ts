import type { AuditEntryEntity } from '@app/entities';
import { type Page, type PageRequest, parseOptionalRange } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../configuration/configuration.service';
import { findAuditEntries } from './audit-log.queries';

export interface AuditFilter extends PageRequest {
  userId?: number;
  action?: string;
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from?: string;
  to?: string;
}

/** Reads the audit log. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConfigurationService,
  ) {}

  /**
   * Returns one page of the matching entries, newest first.
   * @throws DomainError invalid if `from` is not before `to`
   */
  async find({ from, to, ...filter }: AuditFilter): Promise<Page<AuditEntryEntity>> {
    const range = parseOptionalRange({ from, to }, await this.configuration.timezone());
    return findAuditEntries(this.dataSource.manager, { ...filter, ...range });
  }
}
