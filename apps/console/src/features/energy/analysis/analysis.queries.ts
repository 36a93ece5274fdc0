import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EnergyType } from '../../../api/energy-types';
import { type components, plantroom, unwrap } from '../../../api/plantroom';
import type { Span } from '../../../format/calendar-period';

export type HeatMap = components['schemas']['HeatMapDto'];
export type DurationPoint = components['schemas']['DurationPointDto'];
export type TypicalDay = components['schemas']['TypicalDayDto'];
/** A month. The coverage is the share of the whole month. */
export interface MonthEnergy {
  value: number | null;
  coverage: number;
}
export type DemandPoint = components['schemas']['DemandPointDto'];
export type DegreeDays = components['schemas']['DegreeDaysDto'];

/** An area, an energy type and a period. */
export interface ProfileChoice extends Span {
  areaId: number;
  energyType: EnergyType;
}
/** Without an area, the whole site. */
export type SiteChoice = Omit<ProfileChoice, 'areaId'> & { areaId?: number };

export const heatMapQuery = (query: SiteChoice) =>
  queryOptions({
    queryKey: ['/api/energy/heat-map', query],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/heat-map', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const durationCurveQuery = (query: SiteChoice) =>
  queryOptions({
    queryKey: ['/api/energy/duration-curve', query],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/duration-curve', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const typicalDaysQuery = (query: SiteChoice) =>
  queryOptions({
    queryKey: ['/api/energy/typical-days', query],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/typical-days', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** The months of each area in order, by the id of the area. */
export type MonthsByArea = ReadonlyMap<number, readonly MonthEnergy[]>;

/** The energy of each area in the months of the period. */
export const siteQuery = ({ energyType, from, to }: ProfileChoice) => {
  const query = { energyType, from, to, interval: 'month' } as const;
  return queryOptions({
    queryKey: ['/api/energy/details', query],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/details', { params: { query }, signal })),
    select: (points): MonthsByArea => {
      const months = new Map<number, MonthEnergy[]>();
      for (const point of points) months.set(point.areaId, [...(months.get(point.areaId) ?? []), point]);
      return months;
    },
    placeholderData: keepPreviousData,
  });
};

export const WINDOW_MINUTES = [10, 15, 30, 60] as const;

export interface DemandChoice extends ProfileChoice {
  interval: 'day' | 'month';
  windowMinutes: (typeof WINDOW_MINUTES)[number];
  sliding: boolean;
}

export const demandQuery = (query: DemandChoice) =>
  queryOptions({
    queryKey: ['/api/energy/demand', query],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/demand', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export interface DegreeDaysChoice extends Span {
  areaId: number;
  interval: 'day' | 'month';
  kind: 'heating' | 'cooling';
}

/** The degree days with the base of the area, added up from hours. */
export const degreeDaysQuery = (query: DegreeDaysChoice) =>
  queryOptions({
    queryKey: ['/api/energy/degree-days', query],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/degree-days', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
