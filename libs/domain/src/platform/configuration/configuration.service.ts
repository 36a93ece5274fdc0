import { Environment } from '@app/config';
import { inTransaction } from '@app/entities';
import { Actor, Clock, runOutsideRequests } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { differences } from '../audit/audit-record';
import { AuditService } from '../audit/audit.service';
import {
  type ConfigurationChanges,
  firstConfiguration,
  mailOfEnvironment,
  mergeConfiguration,
  type PlatformConfiguration,
} from './platform-configuration';
import {
  insertPlatformConfiguration,
  lockPlatformConfiguration,
  readPlatformConfiguration,
  writePlatformConfiguration,
} from './configuration.queries';

/** Maximum time until this process notices a change by another process. */
const FRESH_MS = 1000;

/** The configuration of the platform, shared by all processes. */
@Injectable()
export class ConfigurationService {
  private cached: { atMs: number; configuration: Promise<PlatformConfiguration> } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** The configuration with its secrets. It is at most a second old. */
  current(): Promise<PlatformConfiguration> {
    const nowMs = this.clock.nowMs();
    if (this.cached && Math.abs(nowMs - this.cached.atMs) < FRESH_MS) return this.cached.configuration;
    const configuration = this.ensure();
    const reading = { atMs: nowMs, configuration };
    this.cached = reading;
    // Do not cache a failed read. The callers that wait for it get the error.
    configuration.catch(() => {
      if (this.cached === reading) this.cached = undefined;
    });
    return configuration;
  }

  /**
   * Like `current`, but reads the configuration from the database, so that it includes all changes by other processes.
   */
  reread(): Promise<PlatformConfiguration> {
    this.cached = undefined;
    return this.current();
  }

  /** The IANA time zone in which days, weeks and months are computed. */
  async timezone(): Promise<string> {
    return (await this.current()).timezone;
  }

  /** Returns true if people may register accounts themselves. */
  async registrationEnabled(): Promise<boolean> {
    return (await this.current()).registrationEnabled;
  }

  /** Creates the configuration from the environment at the first start. */
  async ensure(): Promise<PlatformConfiguration> {
    const { manager } = this.dataSource;
    const present = await readPlatformConfiguration(manager);
    if (present) return present;
    // Run this write outside the current request, so that it does not count as a write of the request. If the request
    // fails, it can then still report that it has written nothing.
    await runOutsideRequests(() =>
      insertPlatformConfiguration(manager, firstConfiguration(this.environment)),
    );
    const made = await readPlatformConfiguration(manager);
    if (!made) throw new Error('The platform configuration was deleted right after it was created.');
    return made;
  }

  /**
   * Updates the fields in `changes`. The change applies here immediately, and in other processes within a second.
   * @param alongside work of the same transaction
   * @returns the new configuration with its secrets
   */
  async change(
    actor: Actor,
    changes: ConfigurationChanges,
    alongside?: (manager: EntityManager, after: PlatformConfiguration) => Promise<void>,
  ): Promise<PlatformConfiguration> {
    await this.ensure();
    const after = await inTransaction(this.dataSource, async (manager) => {
      const before = await lockPlatformConfiguration(manager);
      const merged = mergeConfiguration(before, changes);
      const changed = differences<object>(before, merged);
      if (Object.keys(changed.after).length === 0) return merged;
      await writePlatformConfiguration(manager, merged);
      await alongside?.(manager, merged);
      await this.audit.record(actor, { action: 'configuration.changed', ...changed }, manager);
      return merged;
    });
    this.cached = undefined;
    return after;
  }

  /**
   * Copies the mail settings of the environment into the configuration at each start. Other settings keep their values.
   */
  async applyEnvironment(): Promise<void> {
    await this.change(Actor.system('environment'), { mail: mailOfEnvironment(this.environment) });
  }
}
