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
  'not_found',
  'another_device',
  'not_authorized',
  'device_offline',
] as const;
