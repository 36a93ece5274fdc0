import type { SiteConfiguration } from '@app/entities';

/** Coordinates in degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Returns null if the coordinates of the building are not known. */
export function placeOf({ latitude, longitude }: SiteConfiguration): Place | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

export function isSamePlace(one: Place, other: Place): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude;
}
