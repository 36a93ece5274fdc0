import { useMemo } from 'react';
import { Stack, Text } from '@mantine/core';
import { useFormat } from '../../../format/use-format';
import { Chart, type Plot } from '../../../ui/chart/chart';
import { bucketAxis, fromZero } from '../../../ui/chart/comparison-plot';
import { faint, useChartStyle } from '../../../ui/chart/use-chart-style';
import { DataTable } from '../../../ui/data-table';
import { useChartHeight, ViewPanel } from '../view-panel';
import type { SavingsInterval, SavingsPoint } from './baselines.queries';
import { useSavingsTexts } from './savings.texts';

const EXPECTED_HEIGHT = 320;
const CUMULATIVE_HEIGHT = 280;
const BAND_OPACITY = 0.22;
const AREA_OPACITY = 0.15;
const POINT_PX = 5;

/** The points of a saving, for a chart or a table. */
interface PointsProps {
  points: readonly SavingsPoint[];
  /** The unit of the energy. */
  unit: string;
  interval: SavingsInterval;
}

/** The format of the start of a bucket. A saving may last for years. */
const POINT_TITLES: Record<SavingsInterval, Intl.DateTimeFormatOptions> = {
  day: { dateStyle: 'medium' },
  week: { dateStyle: 'medium' },
  month: { month: 'short', year: 'numeric' },
};

/** The actual energy, and the expected energy with its band. */
export function ExpectedChart({ points, unit, interval }: PointsProps) {
  const t = useSavingsTexts();
  const style = useChartStyle();
  const { part, quantity } = useFormat();
  const plot = useMemo((): Plot => {
    const { colors, yAxis, shared } = style;
    const titles = points.map(({ timestamp }) => part(timestamp, POINT_TITLES[interval]));
    const { scale, axis } = bucketAxis(style, titles);
    const names = { actual: t('actual'), expected: t('expected'), band: t('band') };
    const edge = { points: { show: false } };
    return {
      unit,
      legend: [
        { name: names.actual, color: colors.main, series: 4 },
        { name: names.expected, color: colors.text, series: 3 },
        { name: names.band, color: faint(colors.text, BAND_OPACITY), series: 1 },
      ],
      data: [
        [...points.keys()],
        points.map(({ high }) => high),
        points.map(({ low }) => low),
        points.map(({ expected }) => expected),
        points.map(({ actual }) => actual),
      ],
      options: {
        ...shared,
        scales: { x: scale, y: { range: fromZero } },
        axes: [axis, yAxis],
        series: [
          {},
          edge,
          edge,
          { stroke: colors.text, width: 2, dash: [6, 4], points: { size: POINT_PX, fill: colors.text } },
          { stroke: colors.main, width: 2, points: { size: POINT_PX, fill: colors.main } },
        ],
        bands: [{ series: [1, 2], fill: faint(colors.text, BAND_OPACITY) }],
      },
      hintAt: (index) => {
        const point = points[index];
        return (
          point && {
            title: titles[index] ?? '',
            rows: [
              { name: names.actual, value: quantity(point.actual, unit), color: colors.main },
              { name: names.expected, value: quantity(point.expected, unit), color: colors.text },
              { name: t('low'), value: quantity(point.low, unit) },
              { name: t('high'), value: quantity(point.high, unit) },
            ],
          }
        );
      },
    };
  }, [style, points, unit, interval, part, quantity, t]);
  return <Chart plot={plot} height={EXPECTED_HEIGHT} label={t('expectedLabel')} />;
}

export function ExpectedTable({ points, unit, interval }: PointsProps) {
  const t = useSavingsTexts();
  const { part, quantity, share } = useFormat();
  const energy = (value: number | null) => quantity(value, unit, 3);
  return (
    <DataTable
      label={t('expectedEnergy')}
      items={points}
      keyOf={({ timestamp }) => timestamp}
      columns={[
        {
          key: 'time',
          title: t('start'),
          render: ({ timestamp }) => part(timestamp, POINT_TITLES[interval]),
        },
        { key: 'actual', title: t('actual'), align: 'right', render: ({ actual }) => energy(actual) },
        { key: 'expected', title: t('expected'), align: 'right', render: ({ expected }) => energy(expected) },
        { key: 'low', title: t('low'), align: 'right', render: ({ low }) => energy(low) },
        { key: 'high', title: t('high'), align: 'right', render: ({ high }) => energy(high) },
        { key: 'coverage', title: t('coverage'), align: 'right', render: ({ coverage }) => share(coverage) },
      ]}
    />
  );
}

/** The saving of all buckets up to each one. */
export function CumulativePanel(props: PointsProps) {
  const t = useSavingsTexts();
  return (
    <ViewPanel title={t('cumulativeSaving')}>
      {(view) => (
        <Stack gap="xs" flex={1} mih={0}>
          {view === 'chart' ? <CumulativeChart {...props} /> : <CumulativeTable {...props} />}
          <Text size="xs" c="dimmed">
            {t('cumulativeHint')}
          </Text>
        </Stack>
      )}
    </ViewPanel>
  );
}

function CumulativeChart({ points, unit, interval }: PointsProps) {
  const t = useSavingsTexts();
  const style = useChartStyle();
  const { part, quantity } = useFormat();
  const plot = useMemo((): Plot => {
    const { colors, yAxis, shared } = style;
    const titles = points.map(({ timestamp }) => part(timestamp, POINT_TITLES[interval]));
    const { scale, axis } = bucketAxis(style, titles);
    return {
      unit,
      data: [[...points.keys()], points.map(({ cumulativeSaving }) => cumulativeSaving)],
      options: {
        ...shared,
        scales: { x: scale, y: { range: fromZero } },
        axes: [axis, yAxis],
        series: [
          {},
          {
            stroke: colors.main,
            width: 2,
            fill: faint(colors.main, AREA_OPACITY),
            points: { size: POINT_PX, fill: colors.main },
          },
        ],
      },
      hintAt: (index) => {
        const point = points[index];
        const value = quantity(point?.cumulativeSaving, unit);
        return (
          point && { title: titles[index] ?? '', rows: [{ name: t('saving'), value, color: colors.main }] }
        );
      },
    };
  }, [style, points, unit, interval, part, quantity, t]);
  const last = quantity(points.at(-1)?.cumulativeSaving, unit);
  return (
    <Chart plot={plot} height={useChartHeight(CUMULATIVE_HEIGHT)} label={t('cumulativeLabel', { last })} />
  );
}

function CumulativeTable({ points, unit, interval }: PointsProps) {
  const t = useSavingsTexts();
  const { part, quantity } = useFormat();
  return (
    <DataTable
      label={t('cumulativeSaving')}
      items={points}
      keyOf={({ timestamp }) => timestamp}
      columns={[
        {
          key: 'time',
          title: t('start'),
          render: ({ timestamp }) => part(timestamp, POINT_TITLES[interval]),
        },
        {
          key: 'saving',
          title: t('cumulativeSaving'),
          align: 'right',
          render: ({ cumulativeSaving }) => quantity(cumulativeSaving, unit, 3),
        },
      ]}
    />
  );
}
