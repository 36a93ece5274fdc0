import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';
import type { EnergyType } from './meter.entity';

export const SECTION_KINDS = ['summary', 'chart', 'table', 'text'] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

export const REPORT_METRICS = [
  'energy',
  'cost',
  'emissions',
  'power',
  'alerts',
  'faults',
  'maintenance',
  'demand',
  'savings',
  'normalized',
  'budgets',
  'losses',
  'bills',
  'benchmarks',
  'degreeDays',
  'balance',
  'heatMap',
  'durationCurve',
  'typicalDays',
  'temperature',
  'flow',
  'change',
] as const;
export type ReportMetric = (typeof REPORT_METRICS)[number];

export const REPORT_GROUPS = ['area', 'energyType', 'tariff', 'severity', 'status'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

export const REPORT_INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];

/** The formats of a generated report. */
export const REPORT_FORMATS = ['pdf', 'csv', 'excel'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A section of a report. */
export interface ReportSectionConfig {
  kind: SectionKind;
  /** The heading of the section. Default: a heading for the metric. */
  title?: string;
  metric?: ReportMetric;
  groupBy?: ReportGroup;
  /**
   * The interval into which the period is divided. Default for a chart without groups: an interval that fits the
   * period.
   */
  interval?: ReportInterval;
  /** Default: all areas. */
  areaIds?: number[];
  /** Default: electricity. */
  energyType?: EnergyType;
  /** Whether the section also shows the previous period. */
  compare?: boolean;
  /** How bills are divided among the areas inside. Default: by energy, or by floor area if an area has no meter. */
  shareBy?: 'energy' | 'floorArea';
  /** The content of a text section. In other sections, a remark below the heading. */
  text?: string;
}

/** The layout and the metrics of a report. */
export interface ReportConfig {
  title: string;
  sections: ReportSectionConfig[];
}

/** A layout from which plans generate reports. */
@Entity('report_template')
export class ReportTemplateEntity {
  @PrimaryGeneratedColumn() id: number;
  /**
   * The name of a template that is shipped with the product and has its texts in the code. Null for a template of a
   * user.
   */
  @Index('report_template_shipped_unique', { unique: true })
  @Column({ type: 'varchar', length: 32, nullable: true })
  shipped: string | null;
  @Column({ type: 'varchar', length: 255 }) name: string;
  @Column({ type: 'varchar', length: 2000 }) description: string;
  @Column({ type: 'varchar', length: 64 }) category: string;
  @JsonTextColumn() config: ReportConfig;
  @InstantColumn() createdAt: Date;
}
