import { type Message, say } from '@app/kernel';
import type { SiteConfiguration } from '@app/entities';
import { sunFrequency } from '../../platform/schedules/sun-times';

const MESSAGES = { daily: null, seasonally: say('sun_seasonally'), never: say('sun_never') };

/** Returns the warning for a `sun` trigger; null if the sun rises and sets at the site every day. */
export function sunWarning({ latitude, longitude }: SiteConfiguration): Message | null {
  if (latitude === null || longitude === null) return say('no_site');
  return MESSAGES[sunFrequency({ latitude, longitude })];
}
