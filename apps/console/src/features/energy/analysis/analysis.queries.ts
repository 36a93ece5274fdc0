import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EnergyType } from '../../../api/energy-types';
import { type components, plantroom, unwrap } from '../../../api/plantroom';
import type { Span } from '../../../format/calendar-period';

export type HeatMap = components['schemas']['HeatMapDto'];
export type DurationPoint = components['schemas']['DurationPointDto'];
export type TypicalDay = components['schemas']['TypicalDayDto'];
export type DemandPoint = components['schemas']['DemandPointDto'];

/** An area, an energy type and a period. */
export interface ProfileChoice extends Span {
  areaId: number;
  energyType: EnergyType;
}

export const heatMapQuery = (query: ProfileChoice) =>
  queryOptions({
    queryKey: ['/api/energy/heat-map', query],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/heat-map', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const durationCurveQuery = (query: ProfileChoice) =>
  queryOptions({
    queryKey: ['/api/energy/duration-curve', query],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/duration-curve', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const typicalDaysQuery = (query: ProfileChoice) =>
  queryOptions({
    queryKey: ['/api/energy/typical-days', query],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/energy/typical-days', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** The energy of each area in kWh (m³ for water) during the period. Areas without any measurement are missing. */
export const siteQuery = ({ energyType, from, to }: ProfileChoice) => {
  const query = { energyType, from, to, interval: 'month' } as const;
  return queryOptions({
    queryKey: ['/api/energy/details', query],
    queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/energy/details', { params: { query }, signal })),
    select: (points): ReadonlyMap<number, number> => {
      const energies = new Map<number, number>();
      for (const { areaId, value } of points)
        if (value !== null) energies.set(areaId, (energies.get(areaId) ?? 0) + value);
      return energies;
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

export const powerUnitOf = ({ energyType }: ProfileChoice): string =>
  energyType === 'water' ? 'm³/h' : 'kW';
