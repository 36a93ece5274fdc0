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
    chart.setOption(OPTIONS[section.shape](section, language));
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

/** The height that a chart needs. */
export function chartHeight({ shape, columns, rows }: ChartSection): number {
  if (shape === 'bars') return (columns.length > 2 ? 54 : 36) + rows.length * 22;
  // A flow has at most a row per two percent in each column.
  return shape === 'flow' ? Math.max(210, Math.min(rows.length * 20, 600)) : 210;
}

const OPTIONS: Record<ChartSection['shape'], (section: ChartSection, language: Language) => EChartsOption> = {
  columns: timeOption,
  stacked: timeOption,
  lines: timeOption,
  bars: barOption,
  heat: heatOption,
  scatter: scatterOption,
  flow: flowOption,
  waterfall: waterfallOption,
};

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
    xAxis: categoryAxis(axisLabels(rows.map(([label]) => label ?? { value: '' }))),
    yAxis: valueAxis(language, series[0]?.unit),
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

function valueAxis(language: Language, unit = '') {
  return {
    type: 'value' as const,
    name: unit,
    nameGap: 10,
    nameTextStyle: { ...TEXT, align: 'left' as const },
    axisLine: { onZero: false },
    axisLabel: { ...TEXT, formatter: (value: number) => axisNumber(value, language) },
    splitLine: { lineStyle: { color: LINE, width: 0.5 } },
  };
}

function categoryAxis(labels: string[]) {
  return {
    type: 'category' as const,
    data: labels,
    axisLabel: { ...TEXT, hideOverlap: true },
    axisLine: { lineStyle: { color: LINE } },
    axisTick: { show: false },
  };
}

/** A bar per row. If there is a third column, its values are marks on the bars. */
function barOption(section: ChartSection, language: Language): EChartsOption {
  const { columns, rows } = section;
  const [, column, mark] = columns;
  const { places = 0, unit = '' } = column ?? {};
  return {
    animation: false,
    color: COLOURS,
    textStyle: TEXT,
    legend: timeOption(section, language).legend,
    grid: { left: 8, right: 90, top: mark ? 26 : 8, bottom: 18, containLabel: true },
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
        name: column?.title ?? '',
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
      ...(mark
        ? [
            {
              name: mark.title,
              type: 'scatter' as const,
              symbol: 'rect',
              symbolSize: [3, 18],
              data: rows.map(([, , cell], row) => [cell?.value ?? null, row]),
            },
          ]
        : []),
    ],
  };
}

/** A square per hour, with the days from left to right and the hours from top to bottom. */
function heatOption({ columns, rows }: ChartSection, language: Language): EChartsOption {
  const [, ...hours] = columns;
  const squares = rows.flatMap(([, ...cells], day) =>
    cells.flatMap(({ value }, hour) => (typeof value === 'number' ? [[day, hour, value]] : [])),
  );
  const values = squares.map(([, , value = 0]) => value);
  const [min, max] = [Math.min, Math.max].map((pick) => values.reduce((one, other) => pick(one, other), 0));
  return {
    animation: false,
    textStyle: TEXT,
    grid: { left: 8, right: 70, top: 8, bottom: 4, containLabel: true },
    xAxis: {
      ...categoryAxis(axisLabels(rows.map(([label]) => label ?? { value: '' }))),
      splitArea: { show: false },
    },
    yAxis: { ...categoryAxis(hours.map(({ title }) => title)), inverse: true },
    visualMap: {
      min,
      max,
      right: 0,
      top: 'middle',
      itemHeight: 110,
      itemWidth: 10,
      text: [`${axisNumber(max ?? 0, language)} ${hours[0]?.unit ?? ''}`, axisNumber(min ?? 0, language)],
      textStyle: TEXT,
      inRange: { color: ['#e8f1f4', COLOURS[0] ?? INK, '#0b2b37'] },
    },
    series: [{ type: 'heatmap', data: squares, progressive: 0 }],
  };
}

/** Each row is a point of each series. */
function scatterOption(section: ChartSection, language: Language): EChartsOption {
  const { columns, rows } = section;
  const [first, ...series] = columns;
  const { legend } = timeOption(section, language);
  return {
    animation: false,
    color: COLOURS,
    textStyle: TEXT,
    legend,
    grid: { left: 8, right: 12, top: 42, bottom: 18, containLabel: true },
    xAxis: {
      type: 'value',
      scale: true,
      name: first?.unit ?? '',
      nameLocation: 'middle',
      nameGap: 20,
      axisLabel: TEXT,
      axisLine: { lineStyle: { color: LINE } },
      splitLine: { show: false },
    },
    yAxis: valueAxis(language, series[0]?.unit),
    series: series.map(({ title }, index) => ({
      name: title,
      type: 'scatter',
      symbolSize: index === 0 ? 4 : 2,
      data: rows.map((row) => [row[0]?.value, row[index + 1]?.value ?? null]),
    })),
  };
}

/** A band per row, from its source to its target. */
function flowOption({ columns, rows }: ChartSection, language: Language): EChartsOption {
  const { places = 0, unit = '' } = columns[2] ?? {};
  const links = rows.map(([source, target, amount]) => ({
    source: String(source?.value),
    target: String(target?.value),
    value: Number(amount?.value ?? 0),
  }));
  const names = [...new Set(links.flatMap(({ source, target }) => [source, target]))];
  const labelOf = (name: string) => {
    const received = links.filter(({ target }) => target === name);
    const flows = received.length > 0 ? received : links.filter(({ source }) => source === name);
    const amount = flows.reduce((sum, { value }) => sum + value, 0);
    return `${name}: ${numberText(amount, { places }, language)} ${unit}`;
  };
  return {
    animation: false,
    color: COLOURS,
    textStyle: TEXT,
    series: [
      {
        type: 'sankey',
        left: 0,
        right: 150,
        top: 8,
        bottom: 8,
        nodeWidth: 10,
        nodeGap: 6,
        emphasis: { disabled: true },
        label: { ...TEXT, formatter: ({ name }: { name: string }) => labelOf(name) },
        lineStyle: { color: 'target', opacity: 0.35 },
        data: names.map((name) => ({ name })),
        links,
      },
    ],
  };
}

/** The first and the last row are whole bars, and the others are steps between them. */
function waterfallOption(section: ChartSection, language: Language): EChartsOption {
  const { rows } = section;
  const sums = rows.map((row) => (typeof row[2]?.value === 'number' ? row[2].value : 0));
  const steps = rows.map((row, index) => {
    const change = row[1]?.value;
    if (typeof change !== 'number') return { base: 0, size: sums[index] ?? 0, colour: COMPARED[1] };
    const [before = 0, after = 0] = [sums[index - 1], sums[index]];
    const colour = change < 0 ? COLOURS[2] : COLOURS[3];
    return { base: Math.min(before, after), size: Math.abs(change), colour };
  });
  const axis = categoryAxis(rows.map(([label]) => String(label?.value ?? '')));
  const labelWidth = Math.floor(450 / rows.length);
  const bar = { type: 'bar' as const, stack: 'change', barMaxWidth: 40 };
  return {
    animation: false,
    textStyle: TEXT,
    grid: { left: 8, right: 12, top: 24, bottom: 4, containLabel: true },
    xAxis: { ...axis, axisLabel: { ...TEXT, interval: 0, width: labelWidth, overflow: 'truncate' } },
    yAxis: valueAxis(language, section.columns[2]?.unit),
    series: [
      { ...bar, itemStyle: { color: 'transparent' }, data: steps.map(({ base }) => base) },
      { ...bar, data: steps.map(({ size, colour }) => ({ value: size, itemStyle: { color: colour } })) },
    ],
  };
}

function axisNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value);
}
