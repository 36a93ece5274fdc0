import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../../api/plantroom';

type Schemas = components['schemas'];
export type Contract = Schemas['ContractDto'];
export type ContractInput = Schemas['ContractInputDto'];
export type ContractPart = Schemas['ContractPartDto'];
export type Bill = Schemas['BillDto'];
export type BillLine = Schemas['BillLineDto'];
export type PriceSeries = Schemas['PriceSeriesDto'];

/** Prefixes of the keys of all queries of contracts, bills and price series. */
export const CONTRACTS = ['/api/energy/contracts'] as const;
export const BILLS = ['/api/energy/bills'] as const;
export const SERIES = ['/api/energy/price-series'] as const;
export const CONTRACTS_PER_PAGE = 20;
const MOST_SERIES = 200;

const withId = (id: number) => ({ params: { path: { id } } });

export const contractsQuery = (page: number) =>
  queryOptions({
    queryKey: [...CONTRACTS, { page }],
    queryFn: ({ signal }) =>
      unwrapPage(
        plantroom.api.GET('/api/energy/contracts', {
          params: { query: { page, limit: CONTRACTS_PER_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const contractQuery = (id: number) =>
  queryOptions({
    queryKey: [...CONTRACTS, id],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/contracts/{id}', { ...withId(id), signal })),
  });

/** The bills of a calendar year. */
export const billsQuery = (contractId: number, year: number) =>
  queryOptions({
    queryKey: [...BILLS, { contractId, year }],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/energy/bills', {
          params: { query: { contractId, from: `${year}-01-01`, to: `${year + 1}-01-01` } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const seriesQuery = queryOptions({
  queryKey: SERIES,
  queryFn: ({ signal }) =>
    unwrap(
      plantroom.api.GET('/api/energy/price-series', { params: { query: { limit: MOST_SERIES } }, signal }),
    ),
});

export const createContract = (body: ContractInput): Promise<Contract> =>
  unwrap(plantroom.api.POST('/api/energy/contracts', { body }));

export const changeContract = (id: number, body: ContractInput): Promise<Contract> =>
  unwrap(plantroom.api.PUT('/api/energy/contracts/{id}', { ...withId(id), body }));

export const deleteContract = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/energy/contracts/{id}', withId(id)));

export const setSupplierBill = (id: number, month: string, total: number | null): Promise<Contract> =>
  unwrap(
    plantroom.api.PUT('/api/energy/contracts/{id}/supplier-bills', { ...withId(id), body: { month, total } }),
  );
