import type { Device } from '../settings.queries';
import { useDeviceTexts } from './devices.texts';

/** The codes of the bridge for the reasons why a device is not read. */
export const DEVICE_REASONS = [
  'no_answer',
  'connection_refused',
  'connection_closed',
  'unknown_host',
  'unreachable',
  'device_busy',
  'behind_converter',
  'all_points_refused',
  'port_in_use',
  'not_found',
  'another_device',
  'not_authorized',
  'certificate_refused',
  'device_offline',
] as const;

/** Returns a function that says why a device is not read. Reasons of other gateways stay in the words of the gateway. */
export function useReasonText(): (reason: Device['reason']) => string {
  const t = useDeviceTexts();
  return (reason) => {
    if (!reason) return '–';
    const known = DEVICE_REASONS.find((code) => code === reason.code);
    return known ? t(`reason.${known}`) : reason.message;
  };
}
