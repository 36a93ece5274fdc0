import type { ClassConstructor } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { Environment } from './environment';
import { AsNumber } from './transforms';

/** What `npm start` fills in where it is not set. */
type FilledIn =
  'DATABASE_URL' | 'QUEUE_URL' | 'JWT_SECRET' | 'GATEWAY_URL' | 'GATEWAY_USERNAME' | 'GATEWAY_PASSWORD';

// The rules are inherited as they stand; only their types are made optional.
const Inherited = Environment as ClassConstructor<Omit<Environment, FilledIn>>;

/** What the supervisor (`npm start`) reads: as for a single process, but nothing is required. */
export class SupervisorEnvironment extends Inherited {
  @IsOptional() DATABASE_URL?: string;
  @IsOptional() QUEUE_URL?: string;
  @IsOptional() JWT_SECRET?: string;
  @IsOptional() GATEWAY_URL?: string;
  @IsOptional() GATEWAY_USERNAME?: string;
  @IsOptional() GATEWAY_PASSWORD?: string;
  @AsNumber() @IsInt() @Min(0) @Max(65535) GATEWAY_SIM_PORT = 0;
}
