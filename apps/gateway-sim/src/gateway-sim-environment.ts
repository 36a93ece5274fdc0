import { AsBoolean, AsNumber, hostTimeZone, IsTimeZoneName } from '@app/kernel';
import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString, Max, Min } from 'class-validator';
import type { LevelWithSilent } from 'pino';

/** The environment of the simulated gateway. Each property contains the environment variable of the same name. */
export class GatewaySimEnvironment {
  @IsString() GATEWAY_SIM_HOST = '127.0.0.1';
  /** 0 selects a free port. */
  @AsNumber() @IsInt() @Min(0) @Max(65535) GATEWAY_SIM_PORT = 0;

  /** The only account that may log in. */
  @IsString() GATEWAY_USERNAME: string;
  @IsString() GATEWAY_PASSWORD: string;

  /** The same seed gives the same building, values and alarms. */
  @AsNumber() @IsInt() @Min(0) @Max(2_147_483_647) GATEWAY_SIM_SEED = 1;
  /** How many days of history it keeps. Older samples are lost, as in a gateway with a small memory. */
  @AsNumber() @IsInt() @Min(1) @Max(36_500) GATEWAY_SIM_HISTORY_DAYS = 36_500;
  /**
   * When the building was shown first. Before this time, it has a history with a measure that saved energy and two
   * faults that waste it.
   */
  @IsOptional() @IsISO8601({ strict: true }) GATEWAY_SIM_STORY_AT?: string;
  /** Lifetime of an access token in seconds. */
  @AsNumber() @IsInt() @Min(1) @Max(86_400) GATEWAY_SIM_TOKEN_SECONDS = 900;
  /**
   * Enables the control routes below `/sim`. Tests use them to cause faults and to set values. They require no token.
   */
  @AsBoolean() @IsBoolean() GATEWAY_SIM_CONTROL = false;
  /** The time zone of the building's working hours. */
  @IsTimeZoneName() PLATFORM_TIMEZONE = hostTimeZone();

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  LOG_LEVEL: LevelWithSilent = 'info';
}
