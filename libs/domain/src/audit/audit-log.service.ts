import type { AuditEntryEntity } from '@app/entities';
import { DomainError, type Page, type PageRequest, parseInstant } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PlatformService } from '../platform/platform.service';
import { findAuditEntries } from './audit.queries';

export interface AuditFilter extends PageRequest {
  userId?: number;
  action?: string;
  /** ISO 8601; without an offset in the platform time zone. */
  from?: string;
  to?: string;
}

/** Reads the log of who did what. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly platform: PlatformService,
  ) {}

  /**
   * One page of the entries that fit, newest first.
   * @throws DomainError invalid where `from` does not lie before `to`
   */
  async find({ from, to, ...filter }: AuditFilter): Promise<Page<AuditEntryEntity>> {
    const zone = await this.platform.timezone();
    const range = {
      from: from === undefined ? undefined : parseInstant(from, zone),
      to: to === undefined ? undefined : parseInstant(to, zone),
    };
    if (range.from && range.to && range.from >= range.to) {
      throw DomainError.invalid('from must lie before to.', [
        { path: 'from', message: 'must lie before to' },
      ]);
    }
    return findAuditEntries(this.dataSource.manager, { ...filter, ...range });
  }
}
