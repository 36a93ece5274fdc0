import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import { type FileUse, FileUseSource } from './file-use-source';

/** Maximum number of records in an error. */
const NAMED_RECORDS = 20;

/** Prevents the deletion of files that records use. */
@Injectable()
export class FileUsesService {
  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws DomainError `file_in_use` with a detail for each record, up to 20 */
  async assertUnused(manager: EntityManager, fileId: string): Promise<void> {
    const uses: FileUse[] = [];
    for (const source of this.sources()) {
      const room = NAMED_RECORDS - uses.length;
      if (room > 0) uses.push(...(await source.find(manager, fileId, room)));
    }
    if (uses.length === 0) return;
    const details = uses.slice(0, NAMED_RECORDS).map(({ record, use }) => ({ path: record, ...use }));
    const message = 'The file is in use. First remove it from the records that the details list.';
    throw new DomainError('conflict', 'file_in_use', message, { details });
  }

  private sources(): FileUseSource[] {
    const instances = this.discovery.getProviders().map(({ instance }): unknown => instance);
    return [...new Set(instances.filter((instance) => instance instanceof FileUseSource))];
  }
}
