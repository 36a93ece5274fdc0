import { type EChartsOption, init, setPlatformAPI } from 'echarts';
import SVGtoPDF from 'svg-to-pdfkit';
import type { Language } from '@app/entities';
import type { ChartSection } from '../report-documents/report-document';
import { axisLabels, numberText } from './cell-text';
import type { PdfPages } from './pdf/pdf-pages';

const COLOURS = ['#1f6f8b', '#e08a1e', '#5a9e4b', '#b4495a', '#7a6bb1', '#2b9c9c', '#c2a83e', '#8c8c8c'];
/** The current period, and the previous period in a paler colour. */
const COMPARED = ['#1f6f8b', '#b3c1ca'];
const INK = '#33414e';
const LINE = '#d5dce1';
/** The family of the only embedded font. */
const TEXT = { fontFamily: 'sans', fontSize: 9, color: INK };

interface Size {
  width: number;
  height: number;
}

/** Draws a chart at the current position. */
export function drawChart(pages: PdfPages, section: ChartSection, language: Language): void {
  const height = chartHeight(section);
  pages.need(height);
  measureBy(pages);
  const svg = chartSvg(section, { width: pages.width, height }, language);
  SVGtoPDF(pages.pdf, svg, pages.left, pages.y, {
    width: pages.width,
    height,
    assumePt: true,
    fontCallback: () => 'sans',
  });
  pages.y += height;
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

function chartSvg(section: ChartSection, { width, height }: Size, language: Language): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption(section.shape === 'bars' ? barOption(section, language) : timeOption(section, language));
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

/** The height that a chart needs. */
export function chartHeight({ shape, rows }: ChartSection): number {
  return shape === 'bars' ? 36 + rows.length * 22 : 210;
}

function timeOption({ columns, rows, shape }: ChartSection, language: Language): EChartsOption {
  const [, ...series] = columns;
  const hasLegend = series.length > 1;
  const isLine = shape === 'lines';
  return {
    animation: false,
    color: shape === 'columns' ? COMPARED : COLOURS,
    textStyle: TEXT,
    legend: { show: hasLegend, top: 0, left: 0, itemWidth: 12, itemHeight: 8, textStyle: TEXT },
    grid: { left: 8, right: 12, top: hasLegend ? 42 : 24, bottom: 4, containLabel: true },
    xAxis: {
      type: 'category',
      data: axisLabels(rows.map(([label]) => label ?? { value: '' })),
      axisLabel: { ...TEXT, hideOverlap: true },
      axisLine: { lineStyle: { color: LINE } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      name: series[0]?.unit ?? '',
      nameGap: 10,
      nameTextStyle: { ...TEXT, align: 'left' },
      axisLabel: { ...TEXT, formatter: (value: number) => axisNumber(value, language) },
      splitLine: { lineStyle: { color: LINE, width: 0.5 } },
    },
    series: series.map(({ title, colour }, index) => ({
      name: title,
      ...(colour !== undefined && { itemStyle: { color: colour } }),
      type: isLine ? 'line' : 'bar',
      ...(shape === 'stacked' && { stack: 'total' }),
      ...(isLine && {
        symbol: rows.length > 40 ? 'none' : 'circle',
        symbolSize: 3,
        lineStyle: { width: 1.4 },
      }),
      barMaxWidth: 26,
      barGap: '10%',
      data: rows.map((row) => {
        const { value = null, estimated = false } = row[index + 1] ?? {};
        const number = typeof value === 'number' ? value : null;
        return estimated && !isLine ? { value: number, itemStyle: { opacity: 0.55 } } : number;
      }),
    })),
  };
}

function barOption({ columns, rows }: ChartSection, language: Language): EChartsOption {
  const [, column] = columns;
  const { places = 0, unit = '' } = column ?? {};
  return {
    animation: false,
    color: COLOURS,
    textStyle: TEXT,
    grid: { left: 8, right: 90, top: 8, bottom: 18, containLabel: true },
    xAxis: {
      type: 'value',
      axisLabel: { ...TEXT, hideOverlap: true, formatter: (value: number) => axisNumber(value, language) },
      splitLine: { lineStyle: { color: LINE, width: 0.5 } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(([label]) => String(label?.value ?? '').trim()),
      axisLabel: { ...TEXT, width: 150, overflow: 'truncate' },
      axisLine: { lineStyle: { color: LINE } },
      axisTick: { show: false },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 14,
        label: {
          ...TEXT,
          show: true,
          position: 'right',
          formatter: ({ value }: { value: unknown }) =>
            typeof value === 'number' ? `${numberText(value, { places }, language)} ${unit}` : '',
        },
        data: rows.map(([, cell]) => (typeof cell?.value === 'number' ? cell.value : null)),
      },
    ],
  };
}

function axisNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value);
}
