import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BooleanColumn, JsonTextColumn } from '../columns';
import type { Language } from './platform-configuration.entity';
import type { ReportFormat } from './report-template.entity';

/** Periods before the time of a run. They consist of whole local days; weeks begin on Monday. */
export const REPORT_RANGES = [
  'yesterday',
  'last7Days',
  'last30Days',
  'lastWeek',
  'lastMonth',
  'lastQuarter',
  'lastYear',
] as const;
export type ReportRange = (typeof REPORT_RANGES)[number];

/** A report that is generated on a schedule and mailed to its recipients. */
@Entity('report_plan')
@Index('report_plan_enabled', ['enabled', 'id'])
export class ReportPlanEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  @Column({ type: 'int' }) templateId: number;
  @Column({ type: 'varchar', length: 255 }) cron: string;
  /** IANA name; null for the platform's zone. */
  @Column({ type: 'varchar', length: 64, nullable: true }) timezone: string | null;
  /** The period of each run. The column has another name, because `range` is an SQL keyword. */
  @Column({ name: 'report_range', type: 'varchar', length: 16 }) range: ReportRange;
  /**
   * The areas for sections that do not list their own areas. If empty, these sections cover the whole site. An area
   * that was deleted later stays in the list.
   */
  @JsonTextColumn() areaIds: number[];
  @BooleanColumn() enabled: boolean;
  /** Mail addresses. */
  @JsonTextColumn() recipients: string[];
  @Column({ type: 'varchar', length: 8 }) format: ReportFormat;
  /** The language of the report. Null for the platform's language. */
  @Column({ type: 'varchar', length: 8, nullable: true }) language: Language | null;
  /** The newest run. */
  @Index('report_plan_last_run')
  @Column({ type: 'varchar', length: 36, nullable: true })
  lastRunId: string | null;
}
