import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EnergyType } from '../../../api/energy-types';
import { type components, plantroom, unwrap, unwrapPage } from '../../../api/plantroom';
import type { Span } from '../../../format/calendar-period';

type Schemas = components['schemas'];
export type Budget = Schemas['BudgetDto'];
export type BudgetInput = Schemas['BudgetInputDto'];
export type BudgetState = Schemas['BudgetStateDto'];
export type Benchmark = Schemas['BenchmarkDto'];

/** Prefix of the keys of all queries of budgets. */
export const BUDGETS = ['/api/energy/budgets'] as const;
/** The page computes the forecast of each of its budgets. */
export const BUDGETS_PER_PAGE = 10;

const withId = (id: number) => ({ params: { path: { id } } });

export const budgetsQuery = (page: number) =>
  queryOptions({
    queryKey: [...BUDGETS, { page }],
    queryFn: ({ signal }) =>
      unwrapPage(
        plantroom.api.GET('/api/energy/budgets', {
          params: { query: { page, limit: BUDGETS_PER_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const budgetQuery = (id: number) =>
  queryOptions({
    queryKey: [...BUDGETS, id],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/budgets/{id}', { ...withId(id), signal })),
  });

/** The state of the current month. */
export const budgetStateQuery = (id: number) =>
  queryOptions({
    queryKey: [...BUDGETS, id, 'state'],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/budgets/{id}/state', { ...withId(id), signal })),
  });

export const benchmarksQuery = (query: Span & { energyType: EnergyType }) =>
  queryOptions({
    queryKey: ['/api/energy/benchmarks', query],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/benchmarks', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const createBudget = (body: BudgetInput): Promise<Budget> =>
  unwrap(plantroom.api.POST('/api/energy/budgets', { body }));

export const changeBudget = (id: number, body: BudgetInput): Promise<Budget> =>
  unwrap(plantroom.api.PUT('/api/energy/budgets/{id}', { ...withId(id), body }));

export const deleteBudget = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/energy/budgets/{id}', withId(id)));
