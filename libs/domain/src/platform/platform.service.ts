import { Environment } from '@app/config';
import { inTransaction } from '@app/entities';
import { Actor, Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
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
} from './platform.queries';

/** How long another process's change may go unnoticed here. */
const FRESH_MS = 1000;

/** The settings of the whole platform, the same for all processes. */
@Injectable()
export class PlatformService {
  private cached: { atMs: number; configuration: Promise<PlatformConfiguration> } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** The settings with their secrets, at most a second old. */
  configuration(): Promise<PlatformConfiguration> {
    const nowMs = this.clock.nowMs();
    if (this.cached && Math.abs(nowMs - this.cached.atMs) < FRESH_MS) return this.cached.configuration;
    const configuration = this.ensure();
    const reading = { atMs: nowMs, configuration };
    this.cached = reading;
    // A failure is told to those who asked and not kept.
    configuration.catch(() => {
      if (this.cached === reading) this.cached = undefined;
    });
    return configuration;
  }

  /** The IANA zone by which days, weeks and months are cut. */
  async timezone(): Promise<string> {
    return (await this.configuration()).timezone;
  }

  /** Whether people may make accounts for themselves. */
  async registrationEnabled(): Promise<boolean> {
    return (await this.configuration()).registrationEnabled;
  }

  /** Makes the settings of the first start out of the environment, where there are none yet. */
  async ensure(): Promise<PlatformConfiguration> {
    const { manager } = this.dataSource;
    const present = await readPlatformConfiguration(manager);
    if (present) return present;
    await insertPlatformConfiguration(manager, firstConfiguration(this.environment));
    const made = await readPlatformConfiguration(manager);
    if (!made) throw new Error('The platform configuration was removed the moment it was made.');
    return made;
  }

  /**
   * Changes what `changes` carries and nothing else. It acts at once here, and within a second everywhere.
   * @returns the settings as they are then, with their secrets
   */
  async change(actor: Actor, changes: ConfigurationChanges): Promise<PlatformConfiguration> {
    await this.ensure();
    const after = await inTransaction(this.dataSource, async (manager) => {
      const before = await lockPlatformConfiguration(manager);
      const merged = mergeConfiguration(before, changes);
      const changed = differences<object>(before, merged);
      if (Object.keys(changed.after).length === 0) return merged;
      await writePlatformConfiguration(manager, merged);
      await this.audit.record(actor, { action: 'configuration.changed', ...changed }, manager);
      return merged;
    });
    this.cached = undefined;
    return after;
  }

  /** Copies what the environment says of mail over the settings, at each start; what it does not say stays. */
  async applyEnvironment(): Promise<void> {
    await this.change(Actor.system('environment'), { mail: mailOfEnvironment(this.environment) });
  }
}
