import { IsBoolean } from 'class-validator';
import { Omittable } from '../../http/fields/omittable.decorator';

/** A token for the IoT proxy. */
export class IotTokenDto {
  /**
   * Send it as `Authorization: Bearer …` to the routes of the IoT proxy. It is valid for 15 minutes, and for these
   * routes only.
   */
  token: string;
  /** When the token expires. */
  expiresAt: Date;
}

/** Options of a new token. */
export class IotTokenRequestDto {
  /** If true, this service also refreshes its own tokens for the gateway. */
  @Omittable() @IsBoolean() forceRefresh?: boolean;
}
