import { type CarbonFactorRecord, type CarbonFactorSetEntity, inTransaction, shareRead } from '@app/entities';
import { type Actor, Clock, DomainError, type Message, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { readPublishedFactors } from './carbon-factor-feed';
import { CarbonFactorSource } from './carbon-factor-source';
import { type CarbonFactorNode, carbonFactorTree } from './carbon-factor-tree';
import { fetchedFactors, replaceFactors } from './carbon-factors.queries';
import defaultSet from './default-carbon-factors.json';

/** The outcome of a refresh. After a failure, the factors are unchanged. */
export interface CarbonFactorRefresh {
  success: boolean;
  result: Message;
}

/** Provides the emission factors that were fetched last, or the default set of the product if none were fetched. */
@Injectable()
export class CarbonFactorsService {
  private readonly readFactors = shareRead(() => fetchedFactors(this.dataSource.manager));

  constructor(
    private readonly dataSource: DataSource,
    private readonly source: CarbonFactorSource,
    private readonly configuration: ConfigurationService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Callers must not change the result, because they share it. */
  async factors(): Promise<readonly CarbonFactorRecord[]> {
    return (await this.readFactors())?.factors ?? defaultSet.factors;
  }

  /** Returns the factors, grouped by category. */
  async tree(): Promise<CarbonFactorNode[]> {
    return carbonFactorTree(await this.factors());
  }

  /** Fetches the factors. The fetched factors replace the current ones only if all fetched factors are usable. */
  async refresh(actor: Actor): Promise<CarbonFactorRefresh> {
    const { url } = this.source;
    if (url === undefined) return failed(say('factors_without_source'));
    try {
      const text = await this.source.fetch(url);
      const factors = await readPublishedFactors(text, await this.configuration.timezone());
      await this.replace(actor, url, factors);
      return { success: true, result: say('factors_replaced', { count: factors.length }) };
    } catch (error) {
      if (error instanceof DomainError) return failed(error.reason);
      throw error;
    }
  }

  private async replace(actor: Actor, url: string, factors: CarbonFactorRecord[]): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await fetchedFactors(manager);
      const after = { factors, sourceUrl: withoutQuery(url), fetchedAt: this.clock.now() };
      await replaceFactors(manager, after);
      const change = { action: 'carbon-factors.replaced', before: summary(before), after: summary(after) };
      await this.audit.recordChange(actor, change, manager);
    });
  }
}

/** The audit log gets only the number of factors, because there may be thousands. */
function summary(set: Omit<CarbonFactorSetEntity, 'id'> | null): object {
  return set
    ? { factors: set.factors.length, sourceUrl: set.sourceUrl, fetchedAt: set.fetchedAt }
    : { factors: defaultSet.factors.length, sourceUrl: null, fetchedAt: null };
}

/** Removes the query, which may contain a key. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function failed(reason: Message): CarbonFactorRefresh {
  return { success: false, result: say('factors_unchanged', { reason }) };
}
