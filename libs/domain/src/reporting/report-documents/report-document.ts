import type { Language } from '@app/entities';

/** A period [fromMs, toMs). */
export interface ReportSpan {
  fromMs: number;
  toMs: number;
}

/** A value, and how to show it. */
export interface ReportCell {
  /** A number, a text, or the label of a time. Null if the value is unknown; it is then never shown as 0. */
  value: string | number | null;
  /** The instant, if the cell shows a time. */
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
  /** True if positive numbers are shown with a plus sign. */
  signed?: boolean;
  /** The colour of the series in a chart, such as `#b4293c`. Default: the next one of the palette. */
  colour?: string;
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
  /** The row of totals below the other rows. */
  total?: ReportCell[];
}

export interface TableSection extends SectionBase, ReportTable {
  kind: 'table';
}

/** The values of a chart as a table. The first column is the axis, and each other column is a series of numbers. */
export interface ChartSection extends SectionBase, ReportTable {
  kind: 'chart';
  /**
   * `columns` are vertical and show values over time. `bars` are horizontal and show groups, with marks at the values of
   * a third column. `heat` has a column of the table per square of a row. In a `scatter`, the first column is a number. A
   * row of a `flow` has its source, its target and its amount. A row of a `waterfall` has a change, and the amount after
   * it; the first and the last have no change.
   */
  shape: 'columns' | 'stacked' | 'lines' | 'bars' | 'heat' | 'scatter' | 'flow' | 'waterfall';
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
  /** The previous period in words, with its coverage if data is missing. */
  previousText: string;
  generatedAtMs: number;
  /** The measured share of the period, averaged over the meters of the report, 0 to 1; null if it has no meters. */
  coverage: number | null;
  sections: ReportSection[];
}
