import type { ReportColumn } from '../../report-documents/report-document';

/** The space that a column of a table needs. Widths include the space between columns. */
export interface ColumnNeeds {
  kind: ReportColumn['kind'];
  /** The width without any line break. */
  natural: number;
  /** The width of the longest word that cannot be broken. */
  least: number;
}

/** The columns that one part of a table shows side by side. */
export interface ColumnBlock {
  /** Indexes of the columns. Every block begins with the first column of the table. */
  columns: number[];
  widths: number[];
}

/** Minimum width of a column of texts. */
const LEAST_TEXT = 84;

/**
 * Divides the columns of a table into blocks that fit the page. Texts are wrapped first. If the columns still do not
 * fit, the table has several blocks, one below the other.
 */
export function columnBlocks(needs: readonly ColumnNeeds[], available: number): ColumnBlock[] {
  const smallest = needs.map((column) => smallestWidth(column));
  const [label = 0, ...others] = smallest;
  const blocks: number[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const [index, width] of others.entries()) {
    if (used + width > available) {
      blocks.push([0]);
      used = label;
    }
    blocks.at(-1)?.push(index + 1);
    used += width;
  }
  if (blocks.length === 0) blocks.push([0]);
  return blocks.map((columns) => ({ columns, widths: widthsOf(columns, needs, available) }));
}

/**
 * Gives each column the width that it needs. Shares the remaining width among all columns. If the page is too narrow,
 * makes the columns of texts narrower.
 */
function widthsOf(columns: readonly number[], needs: readonly ColumnNeeds[], available: number): number[] {
  const own = columns.flatMap((index) => needs[index] ?? []);
  const natural = own.map((column) => (column.kind === 'text' ? column.natural : column.least));
  const total = sum(natural);
  if (total <= available) {
    const extra = (available - total) / own.length;
    return natural.map((width) => width + extra);
  }
  const spare = own.map((column, index) => (natural[index] ?? 0) - smallestWidth(column));
  const missing = (total - available) / Math.max(1, sum(spare));
  return natural.map((width, index) => width - (spare[index] ?? 0) * Math.min(1, missing));
}

function smallestWidth({ kind, natural, least }: ColumnNeeds): number {
  return kind === 'text' ? Math.min(natural, Math.max(LEAST_TEXT, Math.min(least, 2 * LEAST_TEXT))) : least;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
