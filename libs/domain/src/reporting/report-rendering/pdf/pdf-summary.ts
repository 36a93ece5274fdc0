import type { Language } from '@app/entities';
import type { ReportFigure } from '../../report-documents/report-document';
import { wordsOf } from '../../report-documents/words/words-of';
import { cellText, numberText, UNKNOWN } from '../cell-text';
import { MUTED, type PdfPages, RULE } from './pdf-pages';

const PER_ROW = 3;
/** The height of a card without lines below its value. */
const LEAST_HEIGHT = 48;
const LINE_HEIGHT = 11;
const GAP = 8;
const PADDING = 8;

/** Draws figures as cards, three in a row. */
export function drawSummary(pages: PdfPages, figures: readonly ReportFigure[], language: Language): void {
  const width = (pages.width - (PER_ROW - 1) * GAP) / PER_ROW;
  const lines = Math.max(...figures.map((figure) => linesBelow(figure, language).length));
  const height = LEAST_HEIGHT + lines * LINE_HEIGHT;
  for (let first = 0; first < figures.length; first += PER_ROW) {
    pages.need(height);
    for (const [place, figure] of figures.slice(first, first + PER_ROW).entries()) {
      drawFigure(pages, figure, { x: pages.left + place * (width + GAP), width, height }, language);
    }
    pages.y += height + GAP;
  }
  pages.y -= GAP;
}

function drawFigure(
  pages: PdfPages,
  figure: ReportFigure,
  { x, width, height }: { x: number; width: number; height: number },
  language: Language,
): void {
  const { y } = pages;
  pages.pdf.lineWidth(0.75).strokeColor(RULE).roundedRect(x, y, width, height, 3).stroke();
  const box = { x: x + PADDING, width: width - 2 * PADDING };
  pages.text(figure.label, { ...box, y: y + 7, size: 8, colour: MUTED });
  const { value, estimated, unit } = figure;
  const text = cellText({ value, estimated }, { title: '', kind: 'number', places: figure.places }, language);
  const size = pages.widthOf(`${text} ${unit}`, 15) > box.width ? 11 : 15;
  pages.text(text, { ...box, y: y + 19, size, bold: true });
  const valueWidth = pages.widthOf(text, size) + 4;
  const unitBox = { x: box.x + valueWidth, width: Math.max(1, box.width - valueWidth) };
  if (value !== null) pages.text(unit, { ...unitBox, y: y + 19 + (size - 9) * 1.05, size: 9, colour: MUTED });
  for (const [line, below] of linesBelow(figure, language).entries()) {
    pages.text(below, { ...box, y: y + 42 + line * LINE_HEIGHT, size: 8, colour: MUTED });
  }
}

/** The change since the previous period, and the remark. */
function linesBelow({ change, detail }: ReportFigure, language: Language): string[] {
  const { vsPrevious } = wordsOf(language).frame;
  const percent = (value: number) => `${numberText(value, { places: 1, signed: true }, language)} %`;
  const changed =
    change === undefined ? [] : [`${change === null ? UNKNOWN : percent(change)} ${vsPrevious}`];
  return detail === undefined ? changed : [...changed, detail];
}
