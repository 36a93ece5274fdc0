import { useMemo } from 'react';
import { useFormat } from '../../../format/use-format';
import { Chart, type Plot } from '../../../ui/chart/chart';
import { bucketAxis, fromZero } from '../../../ui/chart/comparison-plot';
import { faint, useChartStyle } from '../../../ui/chart/use-chart-style';
import { DataTable } from '../../../ui/data-table';
import { POINT_TITLES, type PointsProps } from './points';
import { useSavingsTexts } from './savings.texts';

const HEIGHT = 320;
const BAND_OPACITY = 0.22;
const POINT_PX = 5;

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
  return <Chart plot={plot} height={HEIGHT} label={t('expectedLabel')} />;
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
