import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../../api/plantroom';
import type { Span } from '../../../format/calendar-period';

type Schemas = components['schemas'];
export type Contract = Schemas['ContractDto'];
export type ContractInput = Schemas['ContractInputDto'];
export type ContractPart = Schemas['ContractPartDto'];
export type Bill = Schemas['BillDto'];
export type BillLine = Schemas['BillLineDto'];
export type DemandForecast = Schemas['DemandForecastDto'];
export type BillShare = Schemas['BillShareDto'];
export const SHARED_BY = ['energy', 'floorArea'] as const;
export type SharedBy = (typeof SHARED_BY)[number];
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

/** The bills of the months of a span. */
export const billsQuery = (contractId: number, span: Span) =>
  queryOptions({
    queryKey: [...BILLS, { contractId, ...span }],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/bills', { params: { query: { contractId, ...span } }, signal })),
    placeholderData: keepPreviousData,
  });

/** The shares of areas in the bill of a month. */
export const sharesQuery = (contractId: number, month: string, by: SharedBy) =>
  queryOptions({
    queryKey: [...BILLS, 'shares', { contractId, month, by }],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/energy/bills/shares', {
          params: { query: { contractId, from: `${month}-01`, to: `${month}-02`, by } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The demand of the window that is running now. */
export const demandNowQuery = (id: number) =>
  queryOptions({
    queryKey: [...CONTRACTS, id, 'demand'],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/contracts/{id}/demand', { ...withId(id), signal })),
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

export const createSeries = (body: Schemas['PriceSeriesInputDto']): Promise<PriceSeries> =>
  unwrap(plantroom.api.POST('/api/energy/price-series', { body }));

export const changeSeries = (id: number, body: Schemas['PriceSeriesChangesDto']): Promise<PriceSeries> =>
  unwrap(plantroom.api.PUT('/api/energy/price-series/{id}', { ...withId(id), body }));

export const deleteSeries = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/energy/price-series/{id}', withId(id)));

/** Imports the prices of a CSV file. The API checks its bytes, so the file is not read as text here. */
export const importPrices = (id: number, file: File): Promise<Schemas['PriceImportDto']> =>
  unwrap(
    plantroom.api.POST('/api/energy/price-series/{id}/import', {
      ...withId(id),
      headers: { 'content-type': 'text/csv' },
      body: '',
      bodySerializer: () => file,
    }),
  );
