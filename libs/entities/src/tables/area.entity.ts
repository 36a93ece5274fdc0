import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DoubleColumn } from '../columns';

/** A part of the site with its own energy figures: a site, a building, a floor, a tenant. */
@Entity('area')
export class AreaEntity {
  /** Assigned by `PlatformConfigurationEntity.lastAreaId`, and never reused. */
  @PrimaryColumn({ type: 'int' }) id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  @Column({ type: 'int', nullable: true }) parentId: number | null;
  @Column({ type: 'int' }) sortOrder: number;
  @DoubleColumn({ nullable: true }) warningKw: number | null;
  @DoubleColumn({ nullable: true }) overLimitKw: number | null;
  @DoubleColumn({ nullable: true }) floorAreaM2: number | null;
  /** The use of the area, such as `office`. `use` is a reserved word of MySQL. */
  @Column({ name: 'area_use', type: 'varchar', length: 100, nullable: true }) use: string | null;
  /** The consumption in kWh per m² and year with which the area is compared. */
  @DoubleColumn({ nullable: true }) referenceKwhPerM2: number | null;
  @Column({ type: 'int', nullable: true }) builtYear: number | null;
  /** The temperature in °C below which the area heats. */
  @DoubleColumn({ nullable: true }) heatingBaseC: number | null;
  /** The temperature in °C above which the area cools. */
  @DoubleColumn({ nullable: true }) coolingBaseC: number | null;
  /**
   * The last status: normal, warning, overLimit or unknown. It is stored, because the hysteresis makes the next status depend on
   * it.
   */
  @Column({ type: 'varchar', length: 16 }) status: string;
}
