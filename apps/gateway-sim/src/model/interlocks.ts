import type { Value } from '@app/gateway-server';
import { FAN_COMMAND } from './air-handler';

/** While the point `whileOn` is on, `value` must not be written to the point `code`. */
export interface Interlock {
  code: string;
  value: Value;
  whileOn: string;
  reason: string;
}

export const INTERLOCKS: readonly Interlock[] = [
  {
    code: FAN_COMMAND,
    value: true,
    whileOn: 'AHU1.FIRE_DAMPER.CLOSED',
    reason: 'The fan cannot be started while the fire damper is closed.',
  },
  {
    code: FAN_COMMAND,
    value: true,
    whileOn: 'AHU1.FROST.TRIPPED',
    reason: 'The fan cannot be started while the frost thermostat has tripped.',
  },
  {
    code: FAN_COMMAND,
    value: true,
    whileOn: 'AHU1.MAINTENANCE.LOCKOUT',
    reason: 'The fan cannot be started while the air handler is locked out for maintenance.',
  },
];
