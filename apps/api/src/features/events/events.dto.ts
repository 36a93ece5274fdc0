import { IsString } from 'class-validator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { QueryList } from '../../http/fields/query.decorators';

/** A token for the event stream. */
export class EventTokenDto {
  /**
   * Token for the query parameter `token` of `GET /api/events`. It is valid for 30 seconds, and only for this route.
   */
  token: string;

  /** When the token expires. An open stream stays open. */
  expiresAt: Date;
}

export class EventStreamQueryDto {
  /** A token from `POST /api/events/token`. */
  @IsString()
  token: string;

  /**
   * Event types (`iot:value:change`, `energy_update`, …) or kinds (`point`, `energy`, `alert`, `lighting`,
   * `maintenance`, `fault`, `workflow`, `progress`, `widget`, `export`, `report`, `import`, `backup`), separated by
   * commas. Unknown names are ignored. If it is omitted, all events are sent. Heartbeats are always sent.
   */
  @Omittable()
  @QueryList()
  types?: string[];
}
