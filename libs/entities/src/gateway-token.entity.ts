import { Entity, PrimaryColumn } from 'typeorm';
import { BigIntColumn, LongTextColumn } from './columns';

/** The one token pair for the upstream gateway, shared by all processes. The row's id is always 1. */
@Entity('gateway_token')
export class GatewayTokenEntity {
  @PrimaryColumn({ type: 'int' }) id: number;
  @LongTextColumn() accessToken: string;
  @LongTextColumn() refreshToken: string;
  /** Absolute expiry of the access token, milliseconds since 1970 UTC. */
  @BigIntColumn() expiresAtMs: number;
}
