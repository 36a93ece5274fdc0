import { AsNumber } from '@app/kernel';
import type { ClassConstructor } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { Environment } from './environment';

/** Variables that `npm start` fills in if they are not set. */
type FilledIn =
  | 'DATABASE_URL'
  | 'QUEUE_URL'
  | 'JWT_SECRET'
  | 'GATEWAY_URL'
  | 'GATEWAY_USERNAME'
  | 'GATEWAY_PASSWORD';

// The validation rules are inherited unchanged. Only the types of these variables become optional.
const Inherited = Environment as ClassConstructor<Omit<Environment, FilledIn>>;

/**
 * The environment of the supervisor (`npm start`). It is the same as that of a single process, but no variable is
 * required.
 */
export class SupervisorEnvironment extends Inherited {
  @IsOptional() DATABASE_URL?: string;
  @IsOptional() QUEUE_URL?: string;
  @IsOptional() JWT_SECRET?: string;
  @IsOptional() GATEWAY_URL?: string;
  @IsOptional() GATEWAY_USERNAME?: string;
  @IsOptional() GATEWAY_PASSWORD?: string;
  @AsNumber() @IsInt() @Min(0) @Max(65535) GATEWAY_SIM_PORT = 0;
  /** The configuration of the bridge. If it is set, the bridge runs instead of the simulated gateway. */
  @IsOptional() @IsString() BRIDGE_CONFIG?: string;
}
