import { coveragePercent } from '../../report-documents/figures';
import type { ReportDocument } from '../../report-documents/report-document';
import { wordsOf } from '../../report-documents/words/words-of';

export const INK = '#1f2933';
export const MUTED = '#5f6c78';
export const RULE = '#cbd5db';
export const SHADE = '#eef3f5';

/** The margins of a page. pdfkit gets them too, because it continues long text on the next page. */
export const MARGIN = { left: 42, right: 42, top: 58, bottom: 56 };
const FOOTER_Y = 28;
const HEADER_Y = 30;

export interface TextStyle {
  size: number;
  colour?: string;
  bold?: boolean;
}

export interface TextBox extends TextStyle {
  x: number;
  y: number;
  width: number;
  align?: 'left' | 'right';
  /** Maximum number of lines; longer text ends with an ellipsis. Default: one line. */
  lines?: number;
}

/** The pages of a PDF, and the position at which the next content begins. */
export class PdfPages {
  y = MARGIN.top;

  constructor(readonly pdf: PDFKit.PDFDocument) {}

  get left(): number {
    return MARGIN.left;
  }

  get width(): number {
    return this.pdf.page.width - MARGIN.left - MARGIN.right;
  }

  /** The height that is left on the page. */
  get room(): number {
    return this.pdf.page.height - MARGIN.bottom - this.y;
  }

  /** The height of an empty page. */
  get pageRoom(): number {
    return this.pdf.page.height - MARGIN.bottom - MARGIN.top;
  }

  /** Begins a new page if the content does not fit on this one. */
  need(height: number): void {
    if (this.room < height) this.nextPage();
  }

  nextPage(): void {
    this.pdf.addPage();
    this.y = MARGIN.top;
  }

  style({ size, colour = INK, bold = false }: TextStyle): this {
    this.pdf.font('sans').fontSize(size).fillColor(colour);
    // The font has only one weight, so an outline in the colour of the text makes it bold.
    this.pdf.lineWidth(bold ? size * 0.035 : 0).strokeColor(colour);
    return this;
  }

  /** Writes text into a box, at most `lines` lines. */
  text(text: string, { x, y, width, align = 'left', lines = 1, bold = false, ...style }: TextBox): void {
    this.style({ ...style, bold });
    const height = lines * this.lineHeight(style.size) + 0.5;
    this.pdf.text(text, x, y, {
      width,
      height,
      align,
      ellipsis: '…',
      lineBreak: true,
      ...(bold && { stroke: true, fill: true }),
    });
  }

  /** Writes text of any length, over several pages if necessary. */
  prose(text: string, style: TextStyle): void {
    this.need(this.lineHeight(style.size));
    this.style(style).pdf.text(text, this.left, this.y, { width: this.width, lineGap: 1 });
    this.y = this.pdf.y;
  }

  /** The height that `prose` needs. */
  proseHeight(text: string, style: TextStyle): number {
    this.style(style);
    return this.pdf.heightOfString(text, { width: this.width, lineGap: 1 });
  }

  widthOf(text: string, size: number): number {
    return this.pdf.font('sans').fontSize(size).widthOfString(text);
  }

  /** The number of lines that a text needs. */
  linesOf(text: string, size: number, width: number): number {
    if (this.widthOf(text, size) <= width) return 1;
    const height = this.pdf.font('sans').fontSize(size).heightOfString(text, { width });
    return Math.max(1, Math.round(height / this.lineHeight(size)));
  }

  lineHeight(size: number): number {
    return this.pdf.font('sans').fontSize(size).currentLineHeight(true);
  }

  rule(y: number, colour = RULE, width = 0.5): void {
    this.pdf
      .lineWidth(width)
      .strokeColor(colour)
      .moveTo(this.left, y)
      .lineTo(this.left + this.width, y)
      .stroke();
  }

  /** Writes the header and the footer of every page. Call this last, when the number of pages is known. */
  frame(document: ReportDocument): void {
    const { frame } = wordsOf(document.language);
    const { title, platformName, periodText, zone, coverage } = document;
    const { start, count } = this.pdf.bufferedPageRange();
    for (let index = start; index < start + count; index++) {
      this.pdf.switchToPage(index);
      const { height } = this.pdf.page;
      const half = this.width / 2;
      const small = { size: 8, colour: MUTED };
      if (index > start) {
        this.text(title, { ...small, x: this.left, y: HEADER_Y, width: half * 1.3 });
        this.text(platformName, {
          ...small,
          x: this.left + half * 1.3,
          y: HEADER_Y,
          width: half * 0.7,
          align: 'right',
        });
        this.rule(HEADER_Y + 15);
      }
      const y = height - FOOTER_Y - 8;
      this.rule(y - 6);
      const measured = `${frame.coverage}: ${coverage === null ? frame.noMeters : percentText(coverage)}`;
      const facts = [`${frame.period}: ${periodText} (${zone})`, measured].join('   ·   ');
      this.text(facts, { ...small, x: this.left, y, width: this.width - 60 });
      const number = `${index - start + 1} / ${count}`;
      this.text(number, { ...small, x: this.left + this.width - 60, y, width: 60, align: 'right' });
    }
  }
}

/** Rounds down, so that only complete data has 100 %. */
export function percentText(share: number): string {
  return `${coveragePercent(share).toFixed(1)} %`;
}
