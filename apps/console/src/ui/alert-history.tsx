import { useMemo } from 'react';
import { Anchor, Group, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Alert, alertQuery } from '../api/alerts';
import { readHistory } from '../api/point-history';
import { WatchedChart } from './chart/watched-chart';
import { QueryState } from './query-state';
import { around } from './trend/trend-choice';
import { useUiTexts } from './ui.texts';

const HEIGHT = 200;
/** The values before the alert was raised, and after it, are shown for this time. */
const AROUND_MS = 6 * 3_600_000;

const aroundQuery = (code: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['alert-history', code, from, to],
    queryFn: async ({ signal }) => (await readHistory([code], { from, to }, signal))[0]?.values ?? [],
  });

/** The values of the point around the time at which the alert was raised, with the threshold. Nothing without a point. */
export function AlertHistory({ alert }: { alert: Alert }) {
  return alert.pointCode && <PointAround alert={alert} code={alert.pointCode} />;
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
