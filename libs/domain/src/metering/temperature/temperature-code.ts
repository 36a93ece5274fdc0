import { PROVIDER_PREFIX } from '@app/entities';
import { placeOf } from '../../platform/configuration/place';
import type { PlatformConfiguration } from '../../platform/configuration/platform-configuration';

/** In the configuration, this code stands for the temperature of the weather provider at the site. */
export const PROVIDER_CODE = `${PROVIDER_PREFIX}provider`;

/**
 * The code of the meter that measures the outdoor temperature; null for none. Each place of the weather provider has a
 * meter of its own, such as `weather:52.52,13.405`. Without a place, it is `PROVIDER_CODE`.
 */
export function temperatureCode({ weather, site }: PlatformConfiguration): string | null {
  const { temperaturePointCode: code } = weather;
  const place = placeOf(site);
  return code === PROVIDER_CODE && place ? `${PROVIDER_PREFIX}${place.latitude},${place.longitude}` : code;
}
