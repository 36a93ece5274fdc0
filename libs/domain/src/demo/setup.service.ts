import { Environment } from '@app/config';
import {
  AreaEntity,
  BackupEntity,
  EnergyContractEntity,
  GatewayEntity,
  PointEntity,
  UserEntity,
} from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../platform/configuration/configuration.service';
import { DemoRemovalService } from './demo-removal.service';

export const SETUP_STEPS = ['gateway', 'points', 'areas', 'prices', 'mail', 'users', 'backup'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** The steps until the platform runs for a building of its own. */
export interface Setup {
  /** True if the records of the demonstration building are there. */
  demonstration: boolean;
  /** In the order in which they are best done. */
  steps: { step: SetupStep; done: boolean }[];
}

/** Finds out which parts of an installation are set up. Records of the demonstration do not count. */
@Injectable()
export class SetupService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConfigurationService,
    private readonly removal: DemoRemovalService,
    private readonly environment: Environment,
  ) {}

  async read(): Promise<Setup> {
    const { manager } = this.dataSource;
    const [demonstration, { tariffs, mail }] = await Promise.all([
      this.removal.isPresent(),
      this.configuration.current(),
    ]);
    const [hasGateway, hasPoint, hasArea, hasContract, users, hasBackup] = await Promise.all([
      manager.existsBy(GatewayEntity, { removed: false }),
      manager.exists(PointEntity),
      manager.exists(AreaEntity),
      manager.exists(EnergyContractEntity),
      manager.count(UserEntity, { take: 2 }),
      manager.existsBy(BackupEntity, { status: 'completed' }),
    ]);
    const done: Record<SetupStep, boolean> = {
      // The variable is set together with the address of the simulated gateway, which is no row.
      gateway: !this.environment.DEMO_BUILDING || hasGateway,
      points: hasPoint && !demonstration,
      areas: hasArea && !demonstration,
      prices: (hasContract || Object.keys(tariffs).length > 0) && !demonstration,
      mail: mail.host !== null,
      users: users > 1,
      backup: hasBackup,
    };
    return { demonstration, steps: SETUP_STEPS.map((step) => ({ step, done: done[step] })) };
  }
}
