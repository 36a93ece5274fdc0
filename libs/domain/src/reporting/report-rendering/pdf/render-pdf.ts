import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { setPlatformAPI } from 'echarts';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import SVGtoPDF from 'svg-to-pdfkit';
import type { ChartSection, ReportDocument, ReportSection } from '../../report-documents/report-document';
import { instantLabel } from '../../report-documents/time-labels';
import { wordsOf } from '../../report-documents/words/words-of';
import { chartHeight, chartSvg } from '../chart-svg';
import { printable } from './printable';
import { drawSummary } from './pdf-summary';
import { drawTable } from './pdf-table';
import { MARGIN, MUTED, PdfPages, percentText } from './pdf-pages';

const HEADING = 12.5;
/** A heading is never alone at the end of a page. */
const LEAST_CONTENT = 70;

/**
 * Writes a report as PDF. Charts are vectors, and all text can be selected.
 * @param font the font of all text
 */
export async function renderPdf(source: ReportDocument, out: Writable, font: Buffer): Promise<void> {
  const glyphs = create(font);
  const document = printable(source, (codePoint) => glyphs.hasGlyphForCodePoint(codePoint));
  const pdf = new PDFDocument({
    size: 'A4',
    margins: MARGIN,
    bufferPages: true,
    lang: document.language,
    displayTitle: true,
    info: {
      Title: document.title,
      Author: document.platformName,
      CreationDate: new Date(document.generatedAtMs),
    },
  });
  pdf.registerFont('sans', font);
  const done = finished(pdf.pipe(out));
  const pages = new PdfPages(pdf);
  measureBy(pages);
  drawTitle(pages, document);
  for (const section of document.sections) drawSection(pages, section, document);
  pages.frame(document);
  pdf.end();
  await done;
}

/** Charts measure their labels with the embedded font. */
function measureBy(pages: PdfPages): void {
  setPlatformAPI({
    measureText: (text, font) => {
      const size = Number(/([\d.]+)px/.exec(font ?? '')?.[1] ?? 12);
      return { width: pages.widthOf(text, size) };
    },
  });
}

function drawTitle(pages: PdfPages, document: ReportDocument): void {
  const { title, platformName, language, zone, periodText, previousText, coverage } = document;
  const { frame } = wordsOf(language);
  pages.y -= 18;
  pages.text(platformName, { x: pages.left, y: pages.y, width: pages.width, size: 9, colour: MUTED });
  pages.y += 16;
  pages.style({ size: 20, bold: true });
  const lines = Math.min(3, pages.linesOf(title, 20, pages.width));
  pages.text(title, { x: pages.left, y: pages.y, width: pages.width, size: 20, bold: true, lines });
  pages.y += lines * pages.lineHeight(20) + 6;
  const facts = [
    [frame.period, `${periodText} (${zone})`],
    [frame.comparedWith, previousText],
    [frame.coverage, coverage === null ? frame.noMeters : percentText(coverage)],
    [frame.generatedAt, instantLabel(document.generatedAtMs, zone)],
  ] as const;
  const labels = Math.max(...facts.map(([label]) => pages.widthOf(label, 9))) + 14;
  for (const [label, value] of facts) {
    pages.text(label, { x: pages.left, y: pages.y, width: labels, size: 9, colour: MUTED });
    pages.text(value, { x: pages.left + labels, y: pages.y, width: pages.width - labels, size: 9 });
    pages.y += pages.lineHeight(9) + 1;
  }
  pages.y += 6;
  pages.rule(pages.y, MUTED, 0.75);
}

function drawSection(pages: PdfPages, section: ReportSection, { language }: ReportDocument): void {
  pages.y += 18;
  const content = section.kind === 'chart' ? chartHeight(section) : LEAST_CONTENT;
  pages.need(Math.min(content + 34, pages.pageRoom));
  if (section.title !== '') {
    const lines = Math.min(2, pages.linesOf(section.title, HEADING, pages.width));
    pages.text(section.title, {
      x: pages.left,
      y: pages.y,
      width: pages.width,
      size: HEADING,
      bold: true,
      lines,
    });
    pages.y += lines * pages.lineHeight(HEADING) + 5;
  }
  if (section.kind === 'text') pages.prose(section.text, { size: 9.5 });
  else if (section.kind === 'summary') drawSummary(pages, section.figures, language);
  else if (section.kind === 'chart') drawChart(pages, section, language);
  else if (section.rows.length > 0) drawTable(pages, section, language);
  if (section.remarks.length === 0) return;
  pages.y += 4;
  pages.prose(section.remarks.join('  '), { size: 8, colour: MUTED });
}

function drawChart(pages: PdfPages, section: ChartSection, language: ReportDocument['language']): void {
  const height = chartHeight(section);
  pages.need(height);
  const svg = chartSvg(section, { width: pages.width, height }, language);
  SVGtoPDF(pages.pdf, svg, pages.left, pages.y, {
    width: pages.width,
    height,
    assumePt: true,
    fontCallback: () => 'sans',
  });
  pages.y += height;
}
