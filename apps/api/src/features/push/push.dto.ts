import type { PushSubscription } from '@app/domain';
import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Nested } from '../../http/fields/nested.decorators';

const PUBLIC_KEY = /^B[A-Za-z0-9_-]{86}$/;
const SECRET = /^[A-Za-z0-9_-]{22}$/;

/** The keys of a subscription, as browsers return them. */
export class PushKeysDto {
  /** The public key of the browser: an uncompressed point of the curve P-256, base64url. */
  @Matches(PUBLIC_KEY) @ApiProperty({ pattern: PUBLIC_KEY.source }) p256dh: string;
  /** The secret of the subscription: 16 bytes, base64url. */
  @Matches(SECRET) @ApiProperty({ pattern: SECRET.source }) auth: string;
}

/** A subscription, as `PushSubscription.toJSON()` of browsers returns it. */
export class PushSubscriptionDto implements PushSubscription {
  /** The address of the browser's push service, which must be public. */
  @IsString() @IsNotEmpty() @MaxLength(1000) endpoint: string;
  /** The keys with which messages are encrypted. */
  @Nested(PushKeysDto) keys: PushKeysDto;
}

/** A browser that gets push messages. */
export class PushDeviceDto {
  /** Id of the device. */
  @RecordId() id: number;
  /** The address of its push service. */
  endpoint: string;
  /** When push messages were switched on. */
  @InstantProperty() createdAt: Date;
}

/** The devices of the caller, and the key for subscriptions. */
export class PushDto {
  /** The key of this installation: an uncompressed point of the curve P-256, base64url. */
  publicKey: string;
  /** The devices of the caller, oldest first, at most 20. */
  devices: PushDeviceDto[];
}
