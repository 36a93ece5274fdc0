import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';
import { type HistoryValue, readHistory } from '../../api/point-history';

type Schemas = components['schemas'];
export type AlertRule = Schemas['AlertRuleDto'];
export type AlertRuleInput = Schemas['AlertRuleInputDto'];
export type RuleTrial = Schemas['AlertRuleTestResultDto'];
export type Condition = AlertRule['condition'];

/** Prefix of the keys of all rule queries. */
export const RULES = ['/api/alerts/rules'] as const;
export const RULES_PER_PAGE = 25;

export const rulesQuery = (page: number) =>
  queryOptions({
    queryKey: [...RULES, { page }],
    queryFn: ({ signal }) =>
      unwrapPage(
        plantroom.api.GET('/api/alerts/rules', {
          params: { query: { page, limit: RULES_PER_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

const withId = (id: number) => ({ params: { path: { id } } });

export const ruleQuery = (id: number) =>
  queryOptions({
    queryKey: [...RULES, id],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/alerts/rules/{id}', { ...withId(id), signal })),
  });

export const createRule = (body: AlertRuleInput): Promise<AlertRule> =>
  unwrap(plantroom.api.POST('/api/alerts/rules', { body }));

export const changeRule = (id: number, body: Partial<AlertRuleInput>): Promise<AlertRule> =>
  unwrap(plantroom.api.PUT('/api/alerts/rules/{id}', { ...withId(id), body }));

export const deleteRule = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/alerts/rules/{id}', withId(id)));

export interface TrialRange {
  from: string;
  to: string;
}

export const testRule = (rule: AlertRuleInput, range: TrialRange): Promise<RuleTrial> =>
  unwrap(plantroom.api.POST('/api/alerts/rules/test', { body: { rule, ...range } }));

interface WatchedRange extends TrialRange {
  pointCode: string | null;
  areaId: number | null;
  /** Undefined to read all values. */
  interval: '15m' | '1h' | undefined;
}

/** The values of a point, or the mean power of an area per hour. */
export const historyQuery = ({ pointCode, areaId, interval, from, to }: WatchedRange) =>
  queryOptions({
    queryKey: ['history', pointCode, areaId, interval, from, to],
    queryFn: ({ signal }) =>
      pointCode
        ? pointHistory(pointCode, { interval, from, to }, signal)
        : areaPower(areaId ?? 0, { from, to }, signal),
    enabled: Boolean(pointCode) || areaId !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

async function pointHistory(
  code: string,
  query: TrialRange & Pick<WatchedRange, 'interval'>,
  signal: AbortSignal,
): Promise<HistoryValue[]> {
  const [series] = await readHistory([code], query, signal);
  return series?.values ?? [];
}

/** The energy of an hour in kWh is its mean power in kW. */
async function areaPower(areaId: number, range: TrialRange, signal: AbortSignal): Promise<HistoryValue[]> {
  const query = { areaId, interval: 'hour' as const, ...range };
  const buckets = await unwrap(plantroom.api.GET('/api/energy/details', { params: { query }, signal }));
  return buckets.map(({ timestamp, value }) => ({ atMs: Date.parse(timestamp), value }));
}
