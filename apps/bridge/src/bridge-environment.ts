import { AsNumber, hostTimeZone, IsTimeZoneName } from '@app/kernel';
import { IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import type { LevelWithSilent } from 'pino';

/** The environment of the bridge. Each property contains the environment variable of the same name. */
export class BridgeEnvironment {
  /** The file with the connections and their devices. */
  @IsString() BRIDGE_CONFIG: string;
  /** The folder of the bridge's database. */
  @IsString() BRIDGE_DATA_DIR = '.data/bridge';
  @IsString() BRIDGE_HOST = '127.0.0.1';
  /** 0 selects a free port. */
  @AsNumber() @IsInt() @Min(0) @Max(65_535) BRIDGE_PORT = 0;
  /** How many days of history the bridge keeps. */
  @AsNumber() @IsInt() @Min(1) @Max(3650) BRIDGE_HISTORY_DAYS = 60;
  /** Lifetime of an access token in seconds. */
  @AsNumber() @IsInt() @Min(1) @Max(86_400) BRIDGE_TOKEN_SECONDS = 900;

  /** The only account that may log in. */
  @IsString() GATEWAY_USERNAME: string;
  @IsString() GATEWAY_PASSWORD: string;
  /** The time zone of the days into which a history is divided. */
  @IsTimeZoneName() PLATFORM_TIMEZONE = hostTimeZone();

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  LOG_LEVEL: LevelWithSilent = 'info';
}
