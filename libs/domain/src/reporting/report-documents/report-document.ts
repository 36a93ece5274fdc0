import type { Language } from '@app/entities';

/** A period [fromMs, toMs). */
export interface ReportSpan {
  fromMs: number;
  toMs: number;
}

/** A value with the way in which it is shown. */
export interface ReportCell {
  /** Null is an unknown value, which is never 0. The text of a time is its label. */
  value: string | number | null;
  /** The instant of a time. */
  atMs?: number;
  /** True if the value is estimated. */
  estimated?: boolean;
}

export interface ReportColumn {
  title: string;
  kind: 'text' | 'number' | 'time';
  /** The unit of a number. */
  unit?: string;
  /** Digits after the decimal point of a number. */
  places?: number;
  /** Whether positive numbers have a sign. */
  signed?: boolean;
}

/** One figure of a summary. */
export interface ReportFigure {
  label: string;
  value: number | null;
  unit: string;
  places: number;
  estimated: boolean;
  /** The change in percent, relative to the previous period; null if it is unknown, undefined if it is not shown. */
  change?: number | null;
  /** A remark, such as the time of a peak. */
  detail?: string;
}

interface SectionBase {
  title: string;
  /** Remarks below the heading. */
  remarks: string[];
}

export interface TextSection extends SectionBase {
  kind: 'text';
  text: string;
}

export interface SummarySection extends SectionBase {
  kind: 'summary';
  figures: ReportFigure[];
}

/** A row has one cell per column. */
export interface ReportTable {
  columns: ReportColumn[];
  rows: ReportCell[][];
  /** The row of totals below the others. */
  total?: ReportCell[];
}

export interface TableSection extends SectionBase, ReportTable {
  kind: 'table';
}

/** The values of a chart as a table: the first column is the axis, each other column a series of numbers. */
export interface ChartSection extends SectionBase, ReportTable {
  kind: 'chart';
  /** `columns` over time are vertical, `bars` of groups are horizontal. */
  shape: 'columns' | 'stacked' | 'lines' | 'bars';
}

export type ReportSection = TextSection | SummarySection | TableSection | ChartSection;

/** A report as plain data. Each renderer shows the same values. */
export interface ReportDocument {
  title: string;
  platformName: string;
  language: Language;
  /** IANA name of the time zone of all times. */
  zone: string;
  period: ReportSpan;
  /** The period with which the figures are compared. */
  previous: ReportSpan;
  /** The period in words, in the language of the report. */
  periodText: string;
  previousText: string;
  generatedAtMs: number;
  /** The measured share of the period, averaged over the meters of the report, 0 to 1; null without meters. */
  coverage: number | null;
  sections: ReportSection[];
}
