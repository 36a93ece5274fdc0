import { AsBoolean, AsList, AsNumber, hostTimeZone, isNetwork, IsTimeZoneName } from '@app/kernel';
import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  Validate,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { IsSafeIssuer } from './decorators/is-safe-issuer';
import { StorageEnvironment } from './storage-environment';

/** Requires that each entry is an IP address or a CIDR block: `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
@ValidatorConstraint({ name: 'areNetworks' })
class AreNetworks implements ValidatorConstraintInterface {
  validate(entries: unknown): boolean {
    return Array.isArray(entries) && entries.every(isNetwork);
  }

  defaultMessage(): string {
    return 'must be IP addresses or CIDR blocks, separated by commas';
  }
}

export const PLATFORM_LANGUAGES = ['zh-CN', 'en-US'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const HTTP_URL = {
  protocols: ['http', 'https'],
  require_protocol: true,
  require_tld: false,
  disallow_auth: true,
};
const DATABASE_URL = /^(mysql|mariadb|postgres|postgresql):\/\/.+/;
const ORIGIN = /^https?:\/\/[^/?#\s@]+$/;
const PUBLIC_URL = /^https?:\/\/[^/?#\s@]+(\/[^?#\s]*)?$/;
const QUEUE_URL = /^(redis|rediss|postgres|postgresql):\/\/.+/;

/**
 * The environment of a single process (api or worker). Each property holds the variable of the same name;
 * `docs/configuration.md` lists them all. Limits are named `LIMIT_…`.
 */
export class Environment extends StorageEnvironment {
  @AsNumber() @IsInt() @Min(0) @Max(65535) PORT = 3000;
  @IsString() HOST = '127.0.0.1';
  @IsString() DATA_DIR = '.data';

  /** The database of this process. `npm start` sets it to the embedded database. */
  @Matches(DATABASE_URL, { message: 'must be mysql://… or postgres://…' })
  DATABASE_URL: string;

  /** The server that transports jobs and events between processes: Redis or PostgreSQL. */
  @Matches(QUEUE_URL, { message: 'must be redis://… or postgres://…' })
  QUEUE_URL: string;

  @IsString() @MinLength(32, { message: 'must have at least 32 characters' }) JWT_SECRET: string;

  @Matches(/^[A-Za-z0-9._-]{3,64}$/, {
    message: 'must be 3–64 characters: letters, digits, ".", "_" and "-"',
  })
  ADMIN_USERNAME = 'admin';
  @IsOptional()
  @IsString()
  @MinLength(8, { message: 'must have at least 8 characters' })
  ADMIN_PASSWORD?: string;
  @IsEmail({ require_tld: false }) ADMIN_EMAIL = 'admin@localhost';

  @IsUrl(HTTP_URL, {
    message: 'must be an http or https address. Put credentials into GATEWAY_USERNAME and GATEWAY_PASSWORD',
  })
  GATEWAY_URL: string;
  @IsString() GATEWAY_USERNAME: string;
  @IsString() GATEWAY_PASSWORD: string;
  @AsNumber() @IsInt() @Min(1) @Max(3600) GATEWAY_POLL_SECONDS = 15;
  /** Time limit of one call to the gateway. */
  @AsNumber() @IsInt() @Min(100) @Max(60_000) LIMIT_GATEWAY_CALL_MS = 8000;

  /** The URL from which `POST /api/energy/carbon-factors/refresh` fetches the factors. Its query may contain a key. */
  @IsOptional()
  @IsUrl(HTTP_URL, { message: 'must be an http or https address without credentials' })
  CARBON_FACTOR_URL?: string;

  /**
   * Origin of the admin client. This is the only web origin that may call the api and to which sign-ins are redirected.
   */
  @IsOptional()
  @Matches(ORIGIN, { message: 'must be an origin such as https://admin.example.org' })
  CLIENT_ORIGIN?: string;
  /**
   * Public address of this service, without `/api`. Sign-in providers redirect to it. Default: the address on this
   * machine.
   */
  @IsOptional()
  @Matches(PUBLIC_URL, { message: 'must be an address such as https://plantroom.example.org' })
  PUBLIC_URL?: string;
  /** Addresses and CIDR blocks of the proxies whose `X-Forwarded-For` header is trusted. */
  @AsList()
  @Validate(AreNetworks)
  TRUSTED_PROXIES: string[] = [];

  /** A sign-in provider is enabled if its client id and secret are set. */
  @IsOptional() @IsString() OAUTH_GOOGLE_CLIENT_ID?: string;
  @IsOptional() @IsString() OAUTH_GOOGLE_CLIENT_SECRET?: string;
  @IsSafeIssuer()
  OAUTH_GOOGLE_ISSUER = 'https://accounts.google.com';
  @IsOptional() @IsString() OAUTH_MICROSOFT_CLIENT_ID?: string;
  @IsOptional() @IsString() OAUTH_MICROSOFT_CLIENT_SECRET?: string;
  @IsSafeIssuer()
  OAUTH_MICROSOFT_ISSUER = 'https://login.microsoftonline.com/common/v2.0';

  /** Maximum number of sign-ins through a provider that one client may start in 10 minutes. */
  @AsNumber() @IsInt() @Min(1) @Max(100_000) LIMIT_PROVIDER_SIGN_INS_PER_CLIENT = 300;

  /**
   * Settings of the mail server. At each start, the variables that are set are copied to the platform configuration.
   * Without a host, mail is written to the outbox folder.
   */
  @IsOptional()
  @Matches(/^[A-Za-z0-9.:_-]{1,253}$/, { message: 'must be the name of a host' })
  MAIL_HOST?: string;
  @IsOptional() @AsNumber() @IsInt() @Min(1) @Max(65535) MAIL_PORT?: number;
  @IsOptional() @IsString() MAIL_USER?: string;
  @IsOptional() @IsString() MAIL_PASSWORD?: string;
  /** The sender of mail: an address, or a name followed by the address in angle brackets. */
  @IsOptional()
  @IsEmail({ allow_display_name: true, require_tld: false }, { message: 'must be an e-mail address' })
  MAIL_FROM?: string;
  /**
   * If true, the connection uses TLS from the first byte. If false, it switches to TLS if the server offers STARTTLS.
   */
  @IsOptional() @AsBoolean() @IsBoolean() MAIL_SECURE?: boolean;
  @AsNumber() @IsInt() @Min(1) @Max(1000) LIMIT_MAIL_RECIPIENTS = 50;
  /**
   * Maximum total size of the files in a mail. A larger report is not attached, and an `email` node with larger
   * attachments fails. Many mail servers accept up to 25 MB after base64 encoding, which makes files a third larger.
   */
  @AsNumber() @IsInt() @Min(0) @Max(100_000_000) LIMIT_MAIL_ATTACHMENT_BYTES = 10_000_000;
  /** Time limit for sending one mail to the mail server. */
  @AsNumber() @IsInt() @Min(100) @Max(120_000) LIMIT_MAIL_MS = 10_000;

  /**
   * Maximum number of messages about alerts per minute, for one mailbox and for one webhook. Further mails are combined
   * in a summary.
   */
  @AsNumber() @IsInt() @Min(1) @Max(10_000) LIMIT_ALERT_MAILS_PER_MINUTE = 10;
  @AsNumber() @IsInt() @Min(1) @Max(100_000) LIMIT_ALERT_WEBHOOKS_PER_MINUTE = 600;
  /** Maximum number of mails that workflows send to one address per hour. A further `email` node fails. */
  @AsNumber() @IsInt() @Min(1) @Max(100_000) LIMIT_WORKFLOW_MAILS_PER_HOUR = 60;

  @AsNumber() @IsInt() @Min(8) @Max(64) PASSWORD_MIN_LENGTH = 8;
  /** Maximum number of failed sign-ins per client within the window, for one account and for all accounts together. */
  @AsNumber() @IsInt() @Min(1) @Max(100_000) LIMIT_LOGIN_FAILURES_PER_ACCOUNT = 10;
  @AsNumber() @IsInt() @Min(1) @Max(1_000_000) LIMIT_LOGIN_FAILURES_PER_CLIENT = 100;
  @AsNumber() @IsInt() @Min(1) @Max(86_400) LIMIT_LOGIN_WINDOW_SECONDS = 900;
  /** Maximum delay of a sign-in to an account that has failed sign-ins. */
  @AsNumber() @IsInt() @Min(0) @Max(5000) LIMIT_LOGIN_DELAY_MS = 2000;
  /**
   * Limits for codes that are sent by mail: the minimum interval between two codes for one mailbox, and the maximum
   * numbers of codes within the window, for one mailbox and for one client.
   */
  @AsNumber() @IsInt() @Min(1) @Max(3600) LIMIT_CODE_INTERVAL_SECONDS = 60;
  @AsNumber() @IsInt() @Min(1) @Max(100_000) LIMIT_CODES_PER_MAILBOX = 5;
  @AsNumber() @IsInt() @Min(1) @Max(1_000_000) LIMIT_CODES_PER_CLIENT = 30;
  @AsNumber() @IsInt() @Min(1) @Max(86_400) LIMIT_CODES_WINDOW_SECONDS = 3600;
  /** Number of wrong attempts after which a code becomes invalid. */
  @AsNumber() @IsInt() @Min(1) @Max(20) LIMIT_CODE_TRIES = 5;

  /** The key of the weather provider. Without it, there is no weather data, and the weather widget is hidden. */
  @IsOptional() @IsString() WEATHER_API_KEY?: string;
  /** The URL of the current weather, which is read in the format of OpenWeatherMap. */
  @IsUrl(HTTP_URL, { message: 'must be an http or https address without credentials' })
  WEATHER_URL = 'https://api.openweathermap.org/data/2.5/weather';
  /** The URL of past hourly temperatures, which are read in the format of Open-Meteo. */
  @IsUrl(HTTP_URL, { message: 'must be an http or https address without credentials' })
  WEATHER_HISTORY_URL = 'https://historical-forecast-api.open-meteo.com/v1/forecast';

  /** The token with which a scraper on another machine can read `/metrics`. If unset, only this machine can. */
  @IsOptional()
  @Matches(/^[\x21-\x7e]{16,256}$/, { message: 'must have 16 to 256 characters, without blanks' })
  METRICS_TOKEN?: string;

  @AsBoolean() @IsBoolean() DOCUMENTATION = true;
  /** Whether the api serves the console, the web interface. */
  @AsBoolean() @IsBoolean() CONSOLE = true;
  /** Whether everybody may call `/api/public/model`. Its response does not contain the URL of the model's file. */
  @AsBoolean() @IsBoolean() PUBLIC_MODEL = false;
  @AsNumber() @IsInt() @Min(0) @Max(65535) WORKER_HEALTH_PORT = 0;
  @AsNumber() @IsInt() @Min(1) @Max(36_500) READING_RETENTION_DAYS = 400;
  /** How long the records of writes to points are kept. */
  @AsNumber() @IsInt() @Min(1) @Max(36_500) POINT_WRITE_RETENTION_DAYS = 400;
  @IsTimeZoneName() PLATFORM_TIMEZONE = hostTimeZone();
  /** The initial language of the platform, for mails and public pages. Only used at the first start. */
  @IsIn(PLATFORM_LANGUAGES) DEFAULT_LANGUAGE: (typeof PLATFORM_LANGUAGES)[number] = 'zh-CN';

  @AsNumber() @IsInt() @Min(1) @Max(50) JOB_ATTEMPTS = 5;
  @AsNumber() @IsInt() @Min(1) @Max(3_600_000) JOB_BACKOFF_MS = 1000;
  @AsNumber() @IsInt() @Min(1) @Max(1000) WORKER_CONCURRENCY = 20;

  /** Time limit for a route to begin its response, excluding the time for receiving the body. */
  @AsNumber() @IsInt() @Min(1000) @Max(600_000) LIMIT_REQUEST_MS = 9500;
  /** Time limits for receiving the headers of a request and for receiving its whole body. */
  @AsNumber() @IsInt() @Min(100) @Max(600_000) LIMIT_HEADERS_MS = 15_000;
  @AsNumber() @IsInt() @Min(100) @Max(3_600_000) LIMIT_BODY_MS = 60_000;
  /** Maximum number of connections that send a request slowly. If there are more, the oldest are closed. */
  @AsNumber() @IsInt() @Min(1) @Max(1_000_000) LIMIT_SLOW_SENDERS = 200;
  @AsNumber() @IsInt() @Min(10) @Max(1_000_000) LIMIT_CONNECTIONS = 10_000;
  /** At shutdown, the time between reporting that the process is not ready and closing its listener. */
  @AsNumber() @IsInt() @Min(0) @Max(8000) SHUTDOWN_DELAY_MS = 3000;
  @AsNumber() @IsInt() @Min(10) @Max(100_000) LIMIT_STREAM_QUEUE = 1000;
  /** How long a client of an event stream may read nothing, although events are waiting, before it is disconnected. */
  @AsNumber() @IsInt() @Min(1000) @Max(600_000) LIMIT_STREAM_STALL_MS = 60_000;
  /** How long a client of an event stream may lag behind, although it reads, before it is disconnected. */
  @AsNumber() @IsInt() @Min(1000) @Max(3_600_000) LIMIT_STREAM_BEHIND_MS = 300_000;
  @AsNumber() @IsInt() @Min(1) @Max(1000) LIMIT_STREAMS_PER_USER = 5;
  /** Maximum size of a user's picture. */
  @AsNumber() @IsInt() @Min(1024) @Max(100 * 1024 * 1024) LIMIT_AVATAR_BYTES = 2 * 1024 * 1024;
  /** Maximum size of a file with readings. */
  @AsNumber() @IsInt() @Min(1024) @Max(100 * 1024 * 1024) LIMIT_READINGS_FILE_BYTES = 50 * 1024 * 1024;
  @AsNumber() @IsInt() @Min(1) @Max(1_000_000) LIMIT_BUCKETS_PER_AREA = 10_000;
  @AsNumber() @IsInt() @Min(1) @Max(10_000_000) LIMIT_POINTS_PER_ANSWER = 200_000;
  /** Maximum number of rows of an exported file. */
  @AsNumber() @IsInt() @Min(1) @Max(100_000_000) LIMIT_EXPORT_ROWS = 5_000_000;
  /** Minimum time between two computations of a widget's data. */
  @AsNumber() @IsInt() @Min(1) @Max(3600) WIDGET_REFRESH_SECONDS = 5;
  /** Maximum number of widgets on the dashboard. */
  @AsNumber() @IsInt() @Min(1) @Max(1000) LIMIT_DASHBOARD_WIDGETS = 200;
  /** Maximum number of rows in all tables and charts of one report. */
  @AsNumber() @IsInt() @Min(10) @Max(100_000) LIMIT_REPORT_ROWS = 5000;
  /** Time limit for rendering one report. */
  @AsNumber() @IsInt() @Min(1000) @Max(600_000) LIMIT_REPORT_RENDER_MS = 60_000;
  @AsNumber() @IsInt() @Min(1) @Max(1000) DATABASE_POOL_SIZE = 10;
  /** Time limit of one statement of this service in the database. */
  @AsNumber() @IsInt() @Min(100) @Max(600_000) LIMIT_DATABASE_STATEMENT_MS = 30_000;

  /**
   * Set by `npm start` if it has also started the gateway simulator. If true, the first start creates a demonstration
   * building.
   */
  @AsBoolean() @IsBoolean() DEMO_BUILDING = false;

  @IsIn(LOG_LEVELS) LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
}
