import { Entity, PrimaryColumn } from 'typeorm';
import { BigIntColumn, LongTextColumn } from '../columns';

/** The token pair for a gateway, see `GatewayEntity.tokenId`. All processes share it. */
@Entity('gateway_token')
export class GatewayTokenEntity {
  @PrimaryColumn({ type: 'int' }) id: number;
  @LongTextColumn() accessToken: string;
  @LongTextColumn() refreshToken: string;
  /** Absolute expiry of the access token, milliseconds since 1970 UTC. */
  @BigIntColumn() expiresAtMs: number;
}
