import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../../api/plantroom';

type Schemas = components['schemas'];
export type Loss = Schemas['LossDto'];
export type LossRule = Schemas['LossRuleDto'];

/** Prefix of the keys of all queries of losses. */
export const LOSSES = ['/api/losses'] as const;
export const LOSS_RULES = ['/api/loss-rules'] as const;
export const LOSSES_PER_PAGE = 20;

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

export const dismissLoss = (id: number, reason: string): Promise<Loss> =>
  unwrap(plantroom.api.POST('/api/losses/{id}/dismiss', { params: { path: { id } }, body: { reason } }));

export const changeLossRule = ({ rule, ...body }: LossRule): Promise<LossRule> =>
  unwrap(plantroom.api.PUT('/api/loss-rules/{rule}', { params: { path: { rule } }, body }));
