import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn, LongTextColumn } from '../columns';
import { DashboardEntity, DEFAULT_DASHBOARD } from './dashboard.entity';

export const WIDGET_TYPES = ['stats', 'chart', 'list', 'weather', 'energy'] as const;
export type WidgetType = (typeof WIDGET_TYPES)[number];

/** The kinds of data that widgets show. */
export const WIDGET_DATA_TYPES = ['energy', 'points', 'alerts', 'faults', 'weather', 'static'] as const;
export type WidgetDataType = (typeof WIDGET_DATA_TYPES)[number];

/** Any JSON value. */
export type WidgetJson = object | string | number | boolean | null;

/** A tile of a dashboard. Dashboards have 12 columns. */
@Entity('widget')
export class WidgetEntity {
  /** UUIDv7. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Index('widget_dashboard')
  @ForeignKey(() => DashboardEntity, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @Column({ type: 'int', default: DEFAULT_DASHBOARD })
  dashboardId: number;
  @Column({ type: 'varchar', length: 16 }) type: WidgetType;
  @Column({ type: 'int' }) layoutX: number;
  @Column({ type: 'int' }) layoutY: number;
  @Column({ type: 'int' }) layoutW: number;
  @Column({ type: 'int' }) layoutH: number;
  @JsonTextColumn() config: object;
  @Column({ type: 'varchar', length: 16 }) dataType: WidgetDataType;
  /** Selects the data of the widget. This is the JSON text exactly as the client sent it. */
  @LongTextColumn() dataJson: string;
  /** The data that was last computed. Null before the first computation. */
  @JsonTextColumn({ nullable: true }) data: WidgetJson;
  /** When the data changed; null before the first computation. */
  @InstantColumn({ nullable: true }) updatedAt: Date | null;
}
