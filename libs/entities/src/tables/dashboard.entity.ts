import type { Role } from '@app/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity';

/** A grid of widgets. The migration creates the default dashboard, which the console shows on the overview. */
@Entity('dashboard')
export class DashboardEntity {
  /** 1 is the default dashboard. */
  @PrimaryColumn({ type: 'int' }) id: number;
  /**
   * Incremented by the first statement of each transaction in which a person changes the dashboard or its widgets. This
   * locks the row, so that these transactions run one after the other. Processes detect changes by this number.
   */
  @Column({ type: 'int' }) revision: number;
  /** Empty for the default dashboard until somebody names it. */
  @Column({ type: 'varchar', length: 100, default: '' }) name: string;
  /** The lowest role that sees a shared dashboard; null if only its owner sees it. */
  @Column({ type: 'varchar', length: 16, nullable: true }) role: Role | null;
  /** Null if the dashboard is shared. */
  @Index('dashboard_owner')
  @ForeignKey(() => UserEntity, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @Column({ type: 'int', nullable: true })
  ownerId: number | null;
}

export const DEFAULT_DASHBOARD = 1;
