import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../format/use-format';
import { Chart, type Plot } from '../../../ui/chart/chart';
import { fromZero } from '../../../ui/chart/comparison-plot';
import { faint, useChartStyle } from '../../../ui/chart/use-chart-style';
import { DataTable } from '../../../ui/data-table';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { powerUnitOf } from '../energy.queries';
import { useChartHeight, ViewPanel } from '../view-panel';
import { type DurationPoint, durationCurveQuery, type SiteChoice } from './analysis.queries';
import { useAnalysisTexts } from './analysis.texts';

const HEIGHT = 320;
const AREA_OPACITY = 0.15;
/** The table has a row for each of these steps in percent. */
const TABLE_STEP = 5;

interface DurationProps {
  points: readonly DurationPoint[];
  unit: string;
}

/** For which share of the time the area needed which power. */
export function DurationPanel({ choice }: { choice: SiteChoice }) {
  const t = useAnalysisTexts();
  const unit = powerUnitOf(choice);
  const query = useQuery(durationCurveQuery(choice));
  return (
    <ViewPanel title={t('durationCurve')}>
      {(view) => (
        <QueryState query={query} height={HEIGHT}>
          {(points) => {
            if (points.length === 0) return <EmptyState title={t('nothing')} />;
            return view === 'chart' ? (
              <DurationChart points={points} unit={unit} />
            ) : (
              <DurationTable points={points} unit={unit} />
            );
          }}
        </QueryState>
      )}
    </ViewPanel>
  );
}

function DurationChart({ points, unit }: DurationProps) {
  const t = useAnalysisTexts();
  const style = useChartStyle();
  const { quantity, share } = useFormat();
  const plot = useMemo((): Plot => {
    const { colors, xAxis, yAxis, shared } = style;
    return {
      unit,
      data: [points.map(({ sharePercent }) => sharePercent), points.map(({ kw }) => kw)],
      options: {
        ...shared,
        scales: { x: { time: false, range: [0, 100] }, y: { range: fromZero } },
        axes: [{ ...xAxis, values: (_, splits) => splits.map((percent) => share(percent / 100)) }, yAxis],
        series: [
          {},
          { stroke: colors.main, width: 2, fill: faint(colors.main, AREA_OPACITY), points: { show: false } },
        ],
      },
      hintAt: (index) => {
        const point = points[index];
        return (
          point && {
            title: share(point.sharePercent / 100),
            rows: [{ name: t('atLeast'), value: quantity(point.kw, unit), color: colors.main }],
          }
        );
      },
    };
  }, [style, points, unit, quantity, share, t]);
  const max = quantity(points[0]?.kw, unit);
  const min = quantity(points.at(-1)?.kw, unit);
  return <Chart plot={plot} height={useChartHeight(HEIGHT)} label={t('durationCurveLabel', { max, min })} />;
}

function DurationTable({ points, unit }: DurationProps) {
  const t = useAnalysisTexts();
  const { quantity, share } = useFormat();
  return (
    <DataTable
      label={t('durationCurve')}
      items={points.filter(({ sharePercent }) => sharePercent % TABLE_STEP === 0)}
      keyOf={({ sharePercent }) => sharePercent}
      columns={[
        { key: 'share', title: t('share'), render: ({ sharePercent }) => share(sharePercent / 100) },
        { key: 'kw', title: t('atLeast'), align: 'right', render: ({ kw }) => quantity(kw, unit, 3) },
      ]}
    />
  );
}
