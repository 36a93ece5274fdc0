/** The devices that were found, as they are written into the configuration. */
export interface Discovered<Device = object> {
  devices: Device[];
  /** Everything else that was found, with the reason for which it cannot be written into the configuration. */
  skipped: string[];
}
