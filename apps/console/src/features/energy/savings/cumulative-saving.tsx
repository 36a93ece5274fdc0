import { useMemo } from 'react';
import { useFormat } from '../../../format/use-format';
import { Chart, type Plot } from '../../../ui/chart/chart';
import { bucketAxis, fromZero } from '../../../ui/chart/comparison-plot';
import { faint, useChartStyle } from '../../../ui/chart/use-chart-style';
import { DataTable } from '../../../ui/data-table';
import { POINT_TITLES, type PointsProps } from './points';
import { useSavingsTexts } from './savings.texts';

const HEIGHT = 280;
const AREA_OPACITY = 0.15;
const POINT_PX = 5;

/** The saving of all buckets up to each one. */
export function CumulativeChart({ points, unit, interval }: PointsProps) {
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
  return <Chart plot={plot} height={HEIGHT} label={t('cumulativeLabel', { last })} />;
}

export function CumulativeTable({ points, unit, interval }: PointsProps) {
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
