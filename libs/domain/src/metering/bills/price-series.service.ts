import { inTransaction, pageOf, PriceSeriesEntity } from '@app/entities';
import { type Actor, DomainError, type Page, type PageRequest, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import type { Bucket } from '../arithmetic/calendar';
import { contractWithSeries, lockSeries } from './contracts.queries';
import { DAY_MS, floorDay, PriceDays, pricesWith } from './price-days';
import { readPriceLines } from './price-lines';
import { deleteSeries, insertSeries, priceDays, savePriceDays } from './price-series.queries';

export type PriceSeriesInput = Pick<PriceSeriesEntity, 'name' | 'currency'>;

/** The result of an import of prices. */
export interface PriceImport {
  /** The number of imported prices. */
  prices: number;
  /** The time of the first and of the last price. */
  first: string;
  last: string;
}

/** Days whose prices are stored in one file may be far apart, so this limits the days to read. */
const MOST_DAYS = 1500;

/** Creates and deletes price series, and imports their prices. */
@Injectable()
export class PriceSeriesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
  ) {}

  list(request: PageRequest): Promise<Page<PriceSeriesEntity>> {
    return pageOf(this.dataSource.manager, PriceSeriesEntity, request);
  }

  create(actor: Actor, { name, currency }: PriceSeriesInput): Promise<PriceSeriesEntity> {
    return inTransaction(this.dataSource, async (manager) => {
      const after = await insertSeries(manager, { name, currency });
      const record = { action: 'price_series.created', target: targetOf(after.id), after };
      await this.audit.record(actor, record, manager);
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
      const record = { action: 'price_series.removed', target: targetOf(id), before };
      await this.audit.record(actor, record, manager);
    });
  }

  /**
   * Imports prices from a CSV text, and replaces the prices of the same times.
   * @throws DomainError not_found; invalid with the refused lines, in which case nothing is imported
   */
  async import(actor: Actor, id: number, csv: string): Promise<PriceImport> {
    const lines = readPriceLines(csv);
    const [firstMs, lastMs] = [lines[0]?.atMs ?? 0, lines.at(-1)?.atMs ?? 0];
    const range = { startMs: floorDay(firstMs), endMs: floorDay(lastMs) + 2 * DAY_MS };
    if (range.endMs - range.startMs > MOST_DAYS * DAY_MS)
      throw DomainError.ofField('', say('prices_too_far_apart', { most: MOST_DAYS }));
    const imported = {
      prices: lines.length,
      first: new Date(firstMs).toISOString(),
      last: new Date(lastMs).toISOString(),
    };
    await inTransaction(this.dataSource, async (manager) => {
      await lockOne(manager, id);
      const stored = await priceDays(manager, id, range);
      await savePriceDays(manager, id, pricesWith(lines, stored));
      const record = { action: 'price_series.imported', target: targetOf(id), after: imported };
      await this.audit.record(actor, record, manager);
    });
    return imported;
  }

  /** Returns the prices of a range. A series without prices, or that does not exist, has none. */
  async prices(id: number, { startMs, endMs }: Bucket): Promise<PriceDays> {
    return new PriceDays(await priceDays(this.dataSource.manager, id, { startMs: floorDay(startMs), endMs }));
  }
}

async function lockOne(manager: EntityManager, id: number): Promise<PriceSeriesEntity> {
  const [series] = await lockSeries(manager, [id]);
  if (!series) throw DomainError.notFound('The price series');
  return series;
}

const targetOf = (id: number): string => `price series ${id}`;
