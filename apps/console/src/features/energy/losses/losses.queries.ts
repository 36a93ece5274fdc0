import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../../api/plantroom';

type Schemas = components['schemas'];
export type Loss = Schemas['LossDto'];
export type LossRule = Schemas['LossRuleDto'];
export type AirHandler = Schemas['AirHandlerDto'];
export type AirRole = keyof AirHandler['points'];

/** Prefix of the keys of all queries of losses. */
export const LOSSES = ['/api/losses'] as const;
export const LOSS_RULES = ['/api/loss-rules'] as const;
export const LOSSES_PER_PAGE = 20;

type AirRule = Extract<LossRule['rule'], `air_${string}`>;

/** True for rules of air handling units, which have the same limit and the same evidence. */
export const isAirRule = (rule: LossRule['rule']): rule is AirRule => rule.startsWith('air_');

export const lossesQuery = (status: Loss['status'], page: number) =>
  queryOptions({
    queryKey: [...LOSSES, { status, page }],
    queryFn: ({ signal }) =>
      unwrapPage(
        plantroom.api.GET('/api/losses', {
          params: { query: { status, page, limit: LOSSES_PER_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const lossRulesQuery = queryOptions({
  queryKey: LOSS_RULES,
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/loss-rules', { signal })),
});

export const airHandlersQuery = queryOptions({
  queryKey: [...LOSS_RULES, 'air-handlers'],
  queryFn: async ({ signal }) =>
    (await unwrap(plantroom.api.GET('/api/loss-rules/air-handlers', { signal }))).airHandlers,
});

export const replaceAirHandlers = (airHandlers: AirHandler[]): Promise<unknown> =>
  unwrap(plantroom.api.PUT('/api/loss-rules/air-handlers', { body: { airHandlers } }));

export const dismissLoss = (id: number, reason: string): Promise<Loss> =>
  unwrap(plantroom.api.POST('/api/losses/{id}/dismiss', { params: { path: { id } }, body: { reason } }));

export const changeLossRule = ({ rule, ...body }: LossRule): Promise<LossRule> =>
  unwrap(plantroom.api.PUT('/api/loss-rules/{rule}', { params: { path: { rule } }, body }));
