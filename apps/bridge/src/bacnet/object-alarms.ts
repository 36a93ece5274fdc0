import { type BACNetBitString, EventState, PropertyIdentifier } from '@bacnet-js/client';
import type { ReadingSink } from '../serving/driver';
import type { BacnetPoint } from './bacnet.dto';
import type { DeviceLink, PropertyResult } from './device-link';

/** The position of the status flag of an object that is in alarm. */
const IN_ALARM = 0;

/** The event states of common objects, in the words of an alarm. */
const STATES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [EventState.FAULT, 'fault'],
  [EventState.OFFNORMAL, 'off normal'],
  [EventState.HIGH_LIMIT, 'high limit'],
  [EventState.LOW_LIMIT, 'low limit'],
]);

/** The alarms that the objects of a device detect by themselves. Their status flags say so. */
export class ObjectAlarms {
  private readonly inAlarm = new Set<string>();

  constructor(
    private readonly link: DeviceLink,
    private readonly sink: ReadingSink,
  ) {}

  /** Takes the flags of an object. They do not say why it is in alarm, so the object is asked once. */
  async take(point: BacnetPoint, flags: PropertyResult | undefined): Promise<void> {
    const { code, name } = point;
    if (!Array.isArray(flags)) return;
    if (!hasFlag(flags, IN_ALARM)) {
      this.inAlarm.delete(code);
      this.sink.alarm(code, null);
      return;
    }
    if (this.inAlarm.has(code)) return;
    this.inAlarm.add(code);
    const state = await this.link
      .read(point.objectId, PropertyIdentifier.EVENT_STATE)
      .then(([data]) => data?.value)
      .catch(() => undefined);
    // It may have returned to normal in the meantime.
    if (this.inAlarm.has(code)) this.sink.alarm(code, `${name}: ${STATES.get(state) ?? 'in alarm'}`);
  }
}

/** @param flags the value of the property STATUS_FLAGS */
export function hasFlag(flags: PropertyResult | undefined, position: number): boolean {
  const [data] = Array.isArray(flags) ? flags : [];
  const bits = (data?.value as BACNetBitString | undefined)?.value[0] ?? 0;
  return ((bits >> position) & 1) === 1;
}
