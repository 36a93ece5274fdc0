import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import type { Language } from '@app/entities';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { ReportDocument, ReportSection, ReportTable } from '../../report-documents/report-document';
import { instantLabel } from '../../report-documents/time-labels';
import { wordsOf } from '../../report-documents/words/words-of';
import { printable } from './printable';
import { drawSummary } from './pdf-summary';
import { layOutTable } from './pdf-table';
import { MARGIN, MUTED, PdfPages, percentText } from './pdf-pages';

const HEADING = 12.5;
/** Minimum height of content below a heading, so that a heading is never alone at the end of a page. */
const LEAST_CONTENT = 70;
/** A table that needs at most this share of a page is not divided. */
const WHOLE_TABLE = 0.5;
const TEXT = { size: 9.5 };

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
  drawTitle(pages, document);
  for (const section of document.sections) await drawSection(pages, section, document);
  pages.frame(document);
  pdf.end();
  await done;
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

/** The content of a section whose height is known before it is drawn. */
interface Content {
  /** The height that must fit on the page below the heading. Longer content continues on the next page. */
  least: number;
  draw: () => void;
}

async function contentOf(pages: PdfPages, section: ReportSection, language: Language): Promise<Content> {
  if (section.kind === 'table') return tableContent(pages, section, language);
  if (section.kind === 'chart') {
    const { chartHeight, drawChart } = await import('../chart-svg.js');
    return { least: chartHeight(section), draw: () => drawChart(pages, section, language) };
  }
  if (section.kind === 'summary')
    return { least: LEAST_CONTENT, draw: () => drawSummary(pages, section.figures, language) };
  return {
    least: Math.min(LEAST_CONTENT, pages.proseHeight(section.text, TEXT)),
    draw: () => pages.prose(section.text, TEXT),
  };
}

function tableContent(pages: PdfPages, table: ReportTable, language: Language): Content {
  // The remarks below the heading say why there are no rows.
  if (table.rows.length === 0) return { least: LEAST_CONTENT, draw: () => undefined };
  const { height, draw } = layOutTable(pages, table, language);
  return { least: height <= pages.pageRoom * WHOLE_TABLE ? height : LEAST_CONTENT, draw };
}

async function drawSection(
  pages: PdfPages,
  section: ReportSection,
  { language }: ReportDocument,
): Promise<void> {
  pages.y += 18;
  const content = await contentOf(pages, section, language);
  const lines = section.title === '' ? 0 : Math.min(2, pages.linesOf(section.title, HEADING, pages.width));
  const heading = lines === 0 ? 0 : lines * pages.lineHeight(HEADING) + 5;
  pages.need(Math.min(heading + content.least, pages.pageRoom));
  if (lines > 0) {
    const box = { x: pages.left, y: pages.y, width: pages.width };
    pages.text(section.title, { ...box, size: HEADING, bold: true, lines });
    pages.y += heading;
  }
  content.draw();
  if (section.remarks.length === 0) return;
  pages.y += 4;
  pages.prose(section.remarks.join('  '), { size: 8, colour: MUTED });
}
