import { inTransaction, type PriceSource } from '@app/entities';
import { chunksOf, Clock, DomainError, type Message, say } from '@app/kernel';
import { OutboundHttp } from '@app/outbound-http';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { lockSeries } from './contracts.queries';
import type { PriceLine } from './price-days';
import { readPriceLines } from './price-lines';
import { allSeries, saveSeries, storePrices } from './price-series.queries';

const AT_ONCE = 4;

/** Fetches the prices of series from their addresses. The answer has the format of an import. */
@Injectable()
export class PriceFetchesService {
  private readonly logger = new Logger(PriceFetchesService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly http: OutboundHttp,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** Fetches the prices of each series whose last try was an hour ago. A failure of one does not affect the others. */
  async fetchDue(signal: AbortSignal): Promise<void> {
    const all = await allSeries(this.dataSource.manager);
    const due = all.flatMap(({ id, source }) =>
      source && this.isDue(source) ? { id, url: source.url } : [],
    );
    for (const some of chunksOf(due, AT_ONCE)) {
      if (signal.aborted) return;
      await Promise.all(some.map(({ id, url }) => this.tryFetch(id, url, signal)));
    }
  }

  private async tryFetch(id: number, url: string, signal: AbortSignal): Promise<void> {
    try {
      await this.fetch(id, url, signal);
    } catch (error) {
      if (!signal.aborted)
        this.logger.error({ err: error, id }, 'The prices of a series could not be fetched');
    }
  }

  private isDue({ triedAt }: PriceSource): boolean {
    return triedAt === null || this.clock.nowMs() - Date.parse(triedAt) >= HOUR_MS;
  }

  private async fetch(id: number, url: string, signal: AbortSignal): Promise<void> {
    const triedAt = this.clock.now().toISOString();
    const answer = await this.linesOf(url, signal);
    if (signal.aborted) return;
    await inTransaction(this.dataSource, async (manager) => {
      const [series] = await lockSeries(manager, [id]);
      // Somebody may have deleted the series or changed its address meanwhile.
      if (series?.source?.url !== url) return;
      const isFetched = 'lines' in answer;
      if (isFetched) await storePrices(manager, id, answer.lines);
      const outcome = isFetched ? { fetchedAt: triedAt, failure: null } : answer;
      await saveSeries(manager, Object.assign(series, { source: { ...series.source, triedAt, ...outcome } }));
    });
  }

  private async linesOf(
    url: string,
    signal: AbortSignal,
  ): Promise<{ lines: PriceLine[] } | { failure: Message }> {
    try {
      const { status, body } = await this.http.request({
        method: 'GET',
        url,
        headers: { accept: 'text/csv' },
        followRedirects: true,
        signal,
      });
      if (status !== 200) return { failure: say('prices_status', { status }) };
      return { lines: readPriceLines(body, await this.configuration.timezone()) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const [detail] = error.details ?? [];
      const [, line] = /^line (\d+)$/.exec(detail?.path ?? '') ?? [];
      if (!detail) return { failure: error.reason };
      const { code, values, message } = detail;
      const reason = { code, values, message };
      return { failure: line ? say('price_line_unreadable', { line: Number(line), reason }) : reason };
    }
  }
}
