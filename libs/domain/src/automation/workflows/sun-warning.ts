import type { SiteConfiguration } from '@app/entities';
import { sunFrequency } from '../../platform/schedules/sun-times';

const MESSAGES = {
  daily: null,
  seasonally:
    'does not start the workflow in the polar day and the polar night, because the sun neither rises nor sets then at the latitude of the site',
  never: 'never starts the workflow, because the site is too close to a pole to compute sunrise and sunset',
} as const;

/** Returns the warning for a `sun` trigger; null if the sun rises and sets at the site every day. */
export function sunWarning({ latitude, longitude }: SiteConfiguration): string | null {
  if (latitude === null || longitude === null)
    return 'never starts the workflow, because the configuration has no latitude and longitude of the site';
  return MESSAGES[sunFrequency({ latitude, longitude })];
}
