import type { Language } from '@app/entities';
import type { ReportCell, ReportColumn, ReportTable } from '../../report-documents/report-document';
import { cellText, columnTitle, ESTIMATED_MARK } from '../cell-text';
import { type ColumnBlock, columnBlocks } from './column-widths';
import { MUTED, type PdfPages, RULE, SHADE } from './pdf-pages';

const SIZE = 8.5;
const GAP = 10;
const PADDING = 3;
/** The space between the blocks of a wide table. */
const BLOCK_GAP = 8;
/** Minimum width for the titles of columns with numbers and times. */
const LEAST_TITLE = 62;
/** Maximum number of lines of a cell. Longer texts end with an ellipsis. */
const MOST_LINES = 3;

/** A table whose parts are laid out, but not drawn yet. */
export interface LaidOutTable {
  /** The height if the table were on one page. */
  height: number;
  /** Draws the table. Its head is repeated on every page. */
  draw: () => void;
}

export function layOutTable(pages: PdfPages, table: ReportTable, language: Language): LaidOutTable {
  const texts = table.rows.map((row) => textsOf(row, table.columns, language));
  const total = table.total && textsOf(table.total, table.columns, language);
  const titles = table.columns.map(columnTitle);
  const all = total ? [...texts, total] : texts;
  const needs = table.columns.map(({ kind }, index) => {
    const widest = Math.max(0, ...all.map((row) => pages.widthOf(row[index] ?? '', SIZE))) + GAP;
    const words = (titles[index] ?? '').split(' ').map((word) => pages.widthOf(word, SIZE));
    const title = pages.widthOf(titles[index] ?? '', SIZE) + GAP;
    const least = Math.max(...words) + GAP;
    return kind === 'text'
      ? { kind, natural: Math.max(widest, title), least }
      : {
          kind,
          natural: Math.max(widest, title),
          least: Math.max(widest, Math.min(title, LEAST_TITLE), least),
        };
  });
  const blocks = columnBlocks(needs, pages.width).map((block) => new TableBlock(pages, table.columns, block));
  const heights = blocks.map((block) => block.heightOfAll([titles, ...all]));
  return {
    height: heights.reduce((sum, height) => sum + height, (blocks.length - 1) * BLOCK_GAP),
    draw: () => {
      for (const [index, block] of blocks.entries()) {
        if (index > 0) pages.y += BLOCK_GAP;
        block.draw(titles, texts, total);
      }
    },
  };
}

function textsOf(row: readonly ReportCell[], columns: readonly ReportColumn[], language: Language): string[] {
  return columns.map((column, index) => cellText(row[index] ?? { value: null }, column, language));
}

/** The columns of a table that are side by side. */
class TableBlock {
  constructor(
    private readonly pages: PdfPages,
    private readonly columns: readonly ReportColumn[],
    private readonly block: ColumnBlock,
  ) {}

  draw(titles: readonly string[], rows: readonly string[][], total: readonly string[] | undefined): void {
    const head = this.heightOf(titles);
    const first = rows[0] ? this.heightOf(rows[0]) : 0;
    this.pages.need(head + first);
    this.head(titles, head);
    for (const [index, row] of rows.entries()) {
      const height = this.heightOf(row);
      // The last row is kept together with the total, so that the total is never alone on a page.
      const isLast = index === rows.length - 1;
      const needed = isLast && total ? height + this.heightOf(total) : height;
      if (this.pages.room < needed) {
        this.pages.nextPage();
        this.head(titles, head);
      }
      this.row(row, height, {});
      this.pages.rule(this.pages.y);
    }
    if (!total) return;
    this.pages.rule(this.pages.y, MUTED, 1);
    this.row(total, this.heightOf(total), { bold: true });
  }

  private head(titles: readonly string[], height: number): void {
    const { pdf, left, width, y } = this.pages;
    pdf.rect(left, y, width, height).fill(SHADE);
    this.row(titles, height, { bold: true });
    this.pages.rule(this.pages.y, RULE, 1);
  }

  private row(texts: readonly string[], height: number, { bold = false }: { bold?: boolean }): void {
    let x = this.pages.left;
    for (const [place, index] of this.block.columns.entries()) {
      const width = this.block.widths[place] ?? 0;
      const isNumber = this.columns[index]?.kind === 'number';
      const text = texts[index] ?? '';
      const isMarked = isNumber && text.endsWith(ESTIMATED_MARK);
      this.pages.text(isMarked ? text.slice(0, -ESTIMATED_MARK.length) : text, {
        size: SIZE,
        bold,
        x: x + (isNumber ? 0 : GAP / 2),
        y: this.pages.y + PADDING,
        width: width - GAP / 2,
        align: isNumber ? 'right' : 'left',
        lines: MOST_LINES,
      });
      // The mark is written into the gap between columns, so that the digits of all rows are aligned.
      if (isMarked) {
        const mark = { x: x + width - GAP / 2, y: this.pages.y + PADDING, width: GAP };
        this.pages.text(ESTIMATED_MARK, { ...mark, size: SIZE, bold });
      }
      x += width;
    }
    this.pages.y += height;
  }

  heightOfAll(rows: readonly (readonly string[])[]): number {
    return rows.reduce((sum, texts) => sum + this.heightOf(texts), 0);
  }

  private heightOf(texts: readonly string[]): number {
    const lines = this.block.columns.map((index, place) => {
      const width = (this.block.widths[place] ?? 0) - GAP / 2;
      return Math.min(MOST_LINES, this.pages.linesOf(texts[index] ?? '', SIZE, width));
    });
    return Math.max(1, ...lines) * this.pages.lineHeight(SIZE) + 2 * PADDING;
  }
}
