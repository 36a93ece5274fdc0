import { Anchor, Stack } from '@mantine/core';
import { mdiChartMultiline } from '@mdi/js';
import { Link } from '@tanstack/react-router';
import { QueryState } from '../query-state';
import { EmptyState } from '../states';
import { useUiTexts } from '../ui.texts';
import { TrendChart } from './trend-chart';
import type { TrendSearch } from './trend-choice';
import { emptyTextOf } from './trend-data';
import { useTrendTexts } from './trend.texts';
import { useTrend } from './use-trend';

/** A saved trend that fills its surroundings, with a link to the page on which it can be changed. */
export function TrendView({ trend }: { trend: TrendSearch }) {
  const t = useTrendTexts();
  const ui = useUiTexts();
  const { query, titles } = useTrend(trend);
  return (
    <>
      <QueryState query={query} height={160}>
        {(data) => {
          const emptyText = emptyTextOf(data.lines);
          return emptyText ? (
            <EmptyState title={t(emptyText)} icon={mdiChartMultiline} />
          ) : (
            <TrendChart trend={data} titles={titles} />
          );
        }}
      </QueryState>
      <Anchor size="sm" renderRoot={(props) => <Link to="/trends" search={trend} {...props} />}>
        {ui('inTrends')}
      </Anchor>
    </>
  );
}

/** A trend among the facts of a record. */
export function RecordTrend({ trend }: { trend: TrendSearch }) {
  return (
    <Stack gap={0} h="15rem">
      <TrendView trend={trend} />
    </Stack>
  );
}
