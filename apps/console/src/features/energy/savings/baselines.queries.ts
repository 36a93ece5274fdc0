import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../../api/plantroom';

type Schemas = components['schemas'];
export type Baseline = Schemas['BaselineDto'];
export type FittedBaseline = Schemas['FittedBaselineDto'];
export type BaselineInput = Schemas['BaselineInputDto'];
export type Fit = Schemas['BaselineFitDto'];
export type Adjustment = Schemas['BaselineAdjustmentDto'];
export type Savings = Schemas['SavingsDto'];
export type ModelDay = Schemas['ModelDayDto'];
export type SavingsPoint = Schemas['SavingsPointDto'];

export const METHODS = ['dailyChangePoint', 'hourlyTimeOfWeek', 'monthlyDegreeDays'] as const;
export const FORMS = [
  'constant',
  'threeParameterHeating',
  'threeParameterCooling',
  'fourParameterHeating',
  'fourParameterCooling',
  'fiveParameter',
] as const;
export const SAVINGS_INTERVALS = ['day', 'week', 'month'] as const;
export type SavingsInterval = (typeof SAVINGS_INTERVALS)[number];

/** Prefix of the keys of all queries of baselines. */
export const BASELINES = ['/api/energy/baselines'] as const;
/** The page fits each of its baselines. */
export const BASELINES_PER_PAGE = 10;

const withId = (id: number) => ({ params: { path: { id } } });

export const baselinesQuery = (page: number) =>
  queryOptions({
    queryKey: [...BASELINES, { page }],
    queryFn: ({ signal }) =>
      unwrapPage(
        plantroom.api.GET('/api/energy/baselines', {
          params: { query: { page, limit: BASELINES_PER_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** All baselines, oldest first. */
export const allBaselinesQuery = queryOptions({
  queryKey: [...BASELINES, 'all'],
  queryFn: ({ signal }) => Array.fromAsync(plantroom.items('/api/energy/baselines', { signal })),
});

export const baselineQuery = (id: number) =>
  queryOptions({
    queryKey: [...BASELINES, id],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/baselines/{id}', { ...withId(id), signal })),
  });

export interface SavingsChoice {
  from: string;
  to: string;
  interval: SavingsInterval;
}

export const savingsQuery = (id: number, query: SavingsChoice) =>
  queryOptions({
    queryKey: [...BASELINES, id, 'savings', query],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/energy/baselines/{id}/savings', {
          params: { path: { id }, query },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The days that the model explains. */
export const modelDaysQuery = (id: number) =>
  queryOptions({
    queryKey: [...BASELINES, id, 'days'],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/baselines/{id}/days', { ...withId(id), signal })),
  });

/** The energy of each month at the usual weather. */
export const normalizedQuery = (id: number, span: Pick<SavingsChoice, 'from' | 'to'>) =>
  queryOptions({
    queryKey: [...BASELINES, id, 'normalized', span],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/energy/baselines/{id}/normalized', {
          params: { path: { id }, query: { ...span, interval: 'month' } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const createBaseline = (body: BaselineInput): Promise<Baseline> =>
  unwrap(plantroom.api.POST('/api/energy/baselines', { body }));

export const changeBaseline = (id: number, body: BaselineInput): Promise<Baseline> =>
  unwrap(plantroom.api.PUT('/api/energy/baselines/{id}', { ...withId(id), body }));

export const deleteBaseline = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/energy/baselines/{id}', withId(id)));
