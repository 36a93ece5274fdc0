import { useMemo } from 'react';
import { Anchor, Group, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Alert, alertQuery } from '../api/alerts';
import { readHistory } from '../api/point-history';
import { usePointsOf } from '../api/points';
import { WatchedChart } from './chart/watched-chart';
import { QueryState } from './query-state';
import { areaSeries, around } from './trend/trend-choice';
import { RecordTrend } from './trend/trend-view';
import { useUiTexts } from './ui.texts';

const HEIGHT = 200;
/** The values before the alert was raised, and after it, are shown for this time. */
const AROUND_MS = 6 * 3_600_000;
/** The power of an area is a mean of hours. */
const DAY_MS = 24 * 3_600_000;

const aroundQuery = (code: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['alert-history', code, from, to],
    queryFn: async ({ signal }) => (await readHistory([code], { from, to }, signal))[0]?.values ?? [],
  });

/**
 * The values of the point around the time at which the alert was raised, with the threshold. Without a point, the power
 * of the area. Nothing without both.
 */
export function AlertHistory({ alert }: { alert: Alert }) {
  const { pointCode, areaId, raisedAt } = alert;
  if (pointCode) return <PointAround alert={alert} code={pointCode} />;
  return areaId !== null && <AreaAround id={areaId} raisedAt={raisedAt} />;
}

function AreaAround({ id, raisedAt }: { id: number; raisedAt: string }) {
  const range = useMemo(() => around(raisedAt, DAY_MS), [raisedAt]);
  return <RecordTrend trend={{ series: [areaSeries(id)], ...range }} />;
}

/** Reads an alert to show the values of its point. @param id null for no alert */
export function AlertHistoryOf({ id }: { id: number | null }) {
  const { data: alert } = useQuery(alertQuery(id));
  return alert && <AlertHistory alert={alert} />;
}

function PointAround({ alert, code }: { alert: Alert; code: string }) {
  const t = useUiTexts();
  const { raisedAt, clearedAt, source, type, threshold } = alert;
  // The limits of other rules are changes and energies.
  const hasLimit = source !== 'rule' || type === 'threshold';
  const range = useMemo(() => around(raisedAt, AROUND_MS), [raisedAt]);
  const unit = usePointsOf([code]).get(code)?.unit;
  const alerts = useMemo(() => [{ from: raisedAt, to: clearedAt }], [raisedAt, clearedAt]);
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          {t('history')}
        </Title>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/trends" search={{ series: [code], ...range }} {...props} />}
        >
          {t('inTrends')}
        </Anchor>
      </Group>
      <QueryState query={useQuery(aroundQuery(code, range.from, range.to))} height={HEIGHT}>
        {(values) =>
          values.some(({ value }) => value !== null) ? (
            <WatchedChart
              label={t('historyLabel', { code })}
              values={values}
              unit={unit ?? undefined}
              range={range}
              threshold={hasLimit && threshold !== null ? threshold : undefined}
              alerts={alerts}
              height={HEIGHT}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {t('noValues')}
            </Text>
          )
        }
      </QueryState>
    </section>
  );
}
