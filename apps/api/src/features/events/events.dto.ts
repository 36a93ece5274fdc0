import { IsString } from 'class-validator';
import { Omittable } from '../../http/omittable.decorator';
import { QueryList } from '../../http/query.decorators';

export class EventTokenDto {
  /** Opens an event stream, for 30 seconds; it is good for nothing else. */
  token: string;

  /** A stream that is open by then stays open. */
  expiresAt: Date;
}

export class EventStreamQueryDto {
  /** From `POST /api/events/token`. */
  @IsString()
  token: string;

  /**
   * Event types (`iot:value:change`, `energy_update`, …) or short kinds (`point`, `energy`, `alert`, `lighting`,
   * `maintenance`, `fault`, `workflow`, `widget`), separated by commas. Unknown ones are ignored; without any, all
   * events are sent. Heartbeats are sent always.
   */
  @Omittable()
  @QueryList()
  types?: string[];
}
