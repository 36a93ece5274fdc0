import type { Device } from '../settings.queries';
import { DEVICE_REASONS } from './device-reasons';
import { useDeviceTexts } from './devices.texts';

/** Returns a function that says why a device is not read. Reasons of other gateways stay in the words of the gateway. */
export function useReasonText(): (reason: Device['reason']) => string {
  const t = useDeviceTexts();
  return (reason) => {
    if (!reason) return '–';
    const known = DEVICE_REASONS.find((code) => code === reason.code);
    return known ? t(`reason.${known}`) : reason.message;
  };
}
