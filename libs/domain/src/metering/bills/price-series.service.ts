import { inTransaction, pageOf, PriceSeriesEntity, type PriceSource, requireRow } from '@app/entities';
import { type Actor, DomainError, type Page, type PageRequest, say } from '@app/kernel';
import { OutboundHttp } from '@app/outbound-http';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import type { Bucket } from '../arithmetic/calendar';
import { contractWithSeries, lockSeries } from './contracts.queries';
import { floorDay, PriceDays } from './price-days';
import { readPriceLines } from './price-lines';
import { deleteSeries, findSeries, priceDays, saveSeries, storePrices } from './price-series.queries';

export type PriceSeriesInput = Pick<PriceSeriesEntity, 'name' | 'currency'> & {
  /** The address from which prices are fetched each hour; null or undefined if they are only imported. */
  url?: string | null;
};
/** Changes of a series. Omitted fields keep their value. */
export type PriceSeriesChanges = Partial<Omit<PriceSeriesInput, 'currency'>>;

/** The result of an import of prices. */
export interface PriceImport {
  /** The number of imported prices. */
  prices: number;
  /** The time of the first and of the last price. */
  first: string;
  last: string;
}

const NAME = 'The price series';

/** Creates and deletes price series, and imports their prices. */
@Injectable()
export class PriceSeriesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly http: OutboundHttp,
    private readonly configuration: ConfigurationService,
  ) {}

  list(request: PageRequest): Promise<Page<PriceSeriesEntity>> {
    return pageOf(this.dataSource.manager, PriceSeriesEntity, request);
  }

  /** @throws DomainError not_found */
  find(id: number): Promise<PriceSeriesEntity> {
    return requireRow(findSeries(this.dataSource.manager, id), NAME);
  }

  /** @throws DomainError invalid for an address that must not be called */
  create(actor: Actor, { name, currency, url }: PriceSeriesInput): Promise<PriceSeriesEntity> {
    this.checkUrl(url);
    return inTransaction(this.dataSource, async (manager) => {
      const after = await saveSeries(manager, { name, currency, source: newSource(url) });
      const record = {
        action: 'price_series.created',
        target: targetOf(after.id),
        after: withoutQuery(after),
      };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** @throws DomainError not_found, and the errors of `create` */
  change(actor: Actor, id: number, { name, url }: PriceSeriesChanges): Promise<PriceSeriesEntity> {
    this.checkUrl(url);
    return inTransaction(this.dataSource, async (manager) => {
      const before = await lockOne(manager, id);
      const source = url === undefined || url === before.source?.url ? before.source : newSource(url);
      const { currency } = before;
      const after = await saveSeries(manager, { id, currency, name: name ?? before.name, source });
      const states = { before: withoutQuery(before), after: withoutQuery(after) };
      const change = { action: 'price_series.changed', target: targetOf(id), ...states };
      await this.audit.recordChange(actor, change, manager);
      return after;
    });
  }

  /** @throws DomainError not_found; conflict if a contract uses the series */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await lockOne(manager, id);
      const name = await contractWithSeries(manager, id);
      if (name !== undefined)
        throw new DomainError('conflict', 'series_in_use', say('series_in_use', { name }));
      await deleteSeries(manager, id);
      const record = { action: 'price_series.removed', target: targetOf(id), before: withoutQuery(before) };
      await this.audit.record(actor, record, manager);
    });
  }

  /**
   * Imports prices from a CSV text, and replaces the prices of the same times.
   * @throws DomainError not_found; invalid with the refused lines, in which case nothing is imported
   */
  async import(actor: Actor, id: number, csv: string): Promise<PriceImport> {
    const lines = readPriceLines(csv, await this.configuration.timezone());
    const [firstMs, lastMs] = [lines[0]?.atMs ?? 0, lines.at(-1)?.atMs ?? 0];
    const imported = {
      prices: lines.length,
      first: new Date(firstMs).toISOString(),
      last: new Date(lastMs).toISOString(),
    };
    await inTransaction(this.dataSource, async (manager) => {
      await lockOne(manager, id);
      await storePrices(manager, id, lines);
      const record = { action: 'price_series.imported', target: targetOf(id), after: imported };
      await this.audit.record(actor, record, manager);
    });
    return imported;
  }

  /** Returns the prices of a range. A series without prices, or that does not exist, has none. */
  async prices(id: number, { startMs, endMs }: Bucket): Promise<PriceDays> {
    return new PriceDays(await priceDays(this.dataSource.manager, id, { startMs: floorDay(startMs), endMs }));
  }

  private checkUrl(url: string | null | undefined): void {
    if (!url) return;
    try {
      this.http.assertMayCall(url);
    } catch (error) {
      if (error instanceof DomainError) throw DomainError.ofField('url', error.reason);
      throw error;
    }
  }
}

async function lockOne(manager: EntityManager, id: number): Promise<PriceSeriesEntity> {
  const [series] = await lockSeries(manager, [id]);
  if (!series) throw DomainError.notFound(NAME);
  return series;
}

/** Removes the query of the address, which may contain a key. */
export function withoutQuery({ id, name, currency, source }: PriceSeriesEntity): PriceSeriesEntity {
  return { id, name, currency, source: source && { ...source, url: source.url.replace(/[?#].*/, '') } };
}

function newSource(url: string | null | undefined): PriceSource | null {
  return url ? { url, triedAt: null, fetchedAt: null, failure: null } : null;
}

const targetOf = (id: number): string => `price series ${id}`;
