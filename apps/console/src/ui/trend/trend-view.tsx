import { Anchor } from '@mantine/core';
import { mdiChartMultiline } from '@mdi/js';
import { Link } from '@tanstack/react-router';
import { QueryState } from '../query-state';
import { EmptyState } from '../states';
import { useUiTexts } from '../ui.texts';
import { TrendChart } from './trend-chart';
import type { TrendSearch } from './trend-choice';
import { useTrendTexts } from './trend.texts';
import { useTrend } from './use-trend';

interface TrendViewProps {
  trend: TrendSearch;
  /** The height of the chart, in pixels. */
  height: number;
}

/** A saved trend, with a link to the page on which it can be changed. */
export function TrendView({ trend, height }: TrendViewProps) {
  const t = useTrendTexts();
  const ui = useUiTexts();
  const { query, titles } = useTrend(trend);
  return (
    <>
      <QueryState query={query} height={height}>
        {(data) =>
          data.lines.every(({ samples }) => samples.length === 0) ? (
            <EmptyState title={t('noValues')} icon={mdiChartMultiline} />
          ) : (
            <TrendChart trend={data} titles={titles} height={height} />
          )
        }
      </QueryState>
      <Anchor size="sm" renderRoot={(props) => <Link to="/trends" search={trend} {...props} />}>
        {ui('inTrends')}
      </Anchor>
    </>
  );
}
