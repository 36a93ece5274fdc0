import { Environment } from '@app/config';
import type { PlatformConfigurationEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { insertPlatformConfiguration, readPlatformConfiguration } from './platform.queries';

/** How long another process's change may go unnoticed here. */
const FRESH_MS = 1000;

/** The settings of the whole platform, the same for all processes. */
@Injectable()
export class PlatformService {
  private cached: { atMs: number; configuration: Promise<PlatformConfigurationEntity> } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** The IANA zone by which days, weeks and months are cut. At most a second old. */
  async timezone(): Promise<string> {
    return (await this.configuration()).timezone;
  }

  /** Makes the settings of the first start out of the environment, where there are none yet. */
  async ensure(): Promise<PlatformConfigurationEntity> {
    const { manager } = this.dataSource;
    const present = await readPlatformConfiguration(manager);
    if (present) return present;
    await insertPlatformConfiguration(manager, { timezone: this.environment.PLATFORM_TIMEZONE });
    const made = await readPlatformConfiguration(manager);
    if (!made) throw new Error('The platform configuration was removed the moment it was made.');
    return made;
  }

  private configuration(): Promise<PlatformConfigurationEntity> {
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
}
