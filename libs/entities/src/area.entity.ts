import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DoubleColumn } from './columns';

/** A part of the site whose energy is watched: a site, a building, a floor, a tenant. */
@Entity('area')
export class AreaEntity {
  /** Given by `PlatformConfigurationEntity.lastAreaId`, and never reused. */
  @PrimaryColumn({ type: 'int' }) id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  @Column({ type: 'int', nullable: true }) parentId: number | null;
  @Column({ type: 'int' }) sortOrder: number;
  @DoubleColumn({ nullable: true }) warningKw: number | null;
  @DoubleColumn({ nullable: true }) overLimitKw: number | null;
  /** normal, warning or overLimit as last decided: the way down has a hysteresis, so it is kept. */
  @Column({ type: 'varchar', length: 16 }) status: string;
}
