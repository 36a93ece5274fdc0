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
} from 'class-validator';
import { IsSafeIssuer } from './is-safe-issuer';
import { IsTimeZoneName } from './is-time-zone-name';
import { hostTimeZone } from './time-zone';
import { AreNetworks } from './are-networks';
import { AsBoolean, AsList, AsNumber } from './transforms';
import { WorkflowEnvironment } from './workflow-environment';

export const PLATFORM_LANGUAGES = ['zh-CN', 'en-US'] as const;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
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
 * What a single process (api or worker) reads from the environment. Each property is the variable of that
 * name; `docs/configuration.md` lists them all. Limits are named `LIMIT_…`.
 */
export class Environment extends WorkflowEnvironment {
  @AsNumber() @IsInt() @Min(0) @Max(65535) PORT = 3000;
  @IsString() HOST = '127.0.0.1';
  @IsString() DATA_DIR = '.data';

  /** The database of this process. `npm start` fills in the embedded one. */
  @Matches(DATABASE_URL, { message: 'must be mysql://… or postgres://…' })
  DATABASE_URL: string;

  /** Where jobs and events pass between processes: Redis, or PostgreSQL. */
  @Matches(QUEUE_URL, { message: 'must be redis://… or postgres://…' })
  QUEUE_URL: string;

  @IsString() @MinLength(32, { message: 'must have at least 32 characters' }) JWT_SECRET: string;

  @Matches(/^[A-Za-z0-9._-]{3,64}$/, { message: 'must be 3–64 of letters, digits, ".", "_" and "-"' })
  ADMIN_USERNAME = 'admin';
  @IsOptional()
  @IsString()
  @MinLength(8, { message: 'must have at least 8 characters' })
  ADMIN_PASSWORD?: string;
  @IsEmail({ require_tld: false }) ADMIN_EMAIL = 'admin@localhost';

  @IsUrl(HTTP_URL, {
    message:
      'must be an http or https address without credentials, which GATEWAY_USERNAME and GATEWAY_PASSWORD hold',
  })
  GATEWAY_URL: string;
  @IsString() GATEWAY_USERNAME: string;
  @IsString() GATEWAY_PASSWORD: string;
  @AsNumber() @IsInt() @Min(1) @Max(3600) GATEWAY_POLL_SECONDS = 15;
  /** The longest that one call of the gateway may take. */
  @AsNumber() @IsInt() @Min(100) @Max(60_000) LIMIT_GATEWAY_CALL_MS = 8000;

  /** Where the admin client is served from: it alone may call from another origin, and hears of sign-ins. */
  @IsOptional()
  @Matches(ORIGIN, { message: 'must be an origin such as https://admin.example.org' })
  CLIENT_ORIGIN?: string;
  /**
   * Where the outside reaches this service, without `/api`: providers of sign-in lead back there. Without it they lead
   * back to this machine alone.
   */
  @IsOptional()
  @Matches(PUBLIC_URL, { message: 'must be an address such as https://plantroom.example.org' })
  PUBLIC_URL?: string;
  /** Addresses and CIDR blocks whose `X-Forwarded-For` is believed. */
  @AsList()
  @Validate(AreNetworks)
  TRUSTED_PROXIES: string[] = [];

  /** A provider of sign-in is offered where its client's id and secret are set. */
  @IsOptional() @IsString() OAUTH_GOOGLE_CLIENT_ID?: string;
  @IsOptional() @IsString() OAUTH_GOOGLE_CLIENT_SECRET?: string;
  @IsSafeIssuer()
  OAUTH_GOOGLE_ISSUER = 'https://accounts.google.com';
  @IsOptional() @IsString() OAUTH_MICROSOFT_CLIENT_ID?: string;
  @IsOptional() @IsString() OAUTH_MICROSOFT_CLIENT_SECRET?: string;
  @IsSafeIssuer()
  OAUTH_MICROSOFT_ISSUER = 'https://login.microsoftonline.com/common/v2.0';

  /** Sign-ins through a provider that one client may begin in 10 minutes. */
  @AsNumber() @IsInt() @Min(1) @Max(100_000) LIMIT_PROVIDER_SIGN_INS_PER_CLIENT = 300;

  /** Copied into the platform's settings at start, each where it is set. Without a host, mail goes to the outbox folder. */
  @IsOptional()
  @Matches(/^[A-Za-z0-9.:_-]{1,253}$/, { message: 'must be the name of a host' })
  MAIL_HOST?: string;
  @IsOptional() @AsNumber() @IsInt() @Min(1) @Max(65535) MAIL_PORT?: number;
  @IsOptional() @IsString() MAIL_USER?: string;
  @IsOptional() @IsString() MAIL_PASSWORD?: string;
  /** An address, or a name and the address in angle brackets. */
  @IsOptional()
  @IsEmail({ allow_display_name: true, require_tld: false }, { message: 'must be an e-mail address' })
  MAIL_FROM?: string;
  /** TLS from the first byte; without it, STARTTLS where the server offers it. */
  @IsOptional() @AsBoolean() @IsBoolean() MAIL_SECURE?: boolean;
  @AsNumber() @IsInt() @Min(1) @Max(1000) LIMIT_MAIL_RECIPIENTS = 50;
  /** The longest that the handing over of one mail may take. */
  @AsNumber() @IsInt() @Min(100) @Max(120_000) LIMIT_MAIL_MS = 10_000;

  @AsNumber() @IsInt() @Min(8) @Max(64) PASSWORD_MIN_LENGTH = 8;
  /** Failed sign-ins that one client may have in the window: with one account, and with any. */
  @AsNumber() @IsInt() @Min(1) @Max(100_000) LIMIT_LOGIN_FAILURES_PER_ACCOUNT = 10;
  @AsNumber() @IsInt() @Min(1) @Max(1_000_000) LIMIT_LOGIN_FAILURES_PER_CLIENT = 100;
  @AsNumber() @IsInt() @Min(1) @Max(86_400) LIMIT_LOGIN_WINDOW_SECONDS = 900;
  /** The most that the failures of an account slow down its sign-ins. */
  @AsNumber() @IsInt() @Min(0) @Max(5000) LIMIT_LOGIN_DELAY_MS = 2000;
  /** Codes by mail: the least time between two for one mailbox, and how many for one mailbox and by one client in the window. */
  @AsNumber() @IsInt() @Min(1) @Max(3600) LIMIT_CODE_INTERVAL_SECONDS = 60;
  @AsNumber() @IsInt() @Min(1) @Max(100_000) LIMIT_CODES_PER_MAILBOX = 5;
  @AsNumber() @IsInt() @Min(1) @Max(1_000_000) LIMIT_CODES_PER_CLIENT = 30;
  @AsNumber() @IsInt() @Min(1) @Max(86_400) LIMIT_CODES_WINDOW_SECONDS = 3600;
  /** Wrong tries that end a code. */
  @AsNumber() @IsInt() @Min(1) @Max(20) LIMIT_CODE_TRIES = 5;

  /** Without it there is no weather, and its widget is hidden. */
  @IsOptional() @IsString() WEATHER_API_KEY?: string;

  /** Lets a scraper read `/metrics` from another machine. Without it, only this machine may. */
  @IsOptional()
  @Matches(/^[\x21-\x7e]{16,256}$/, { message: 'must have 16 to 256 characters, without blanks' })
  METRICS_TOKEN?: string;

  @AsBoolean() @IsBoolean() DOCUMENTATION = true;
  @AsNumber() @IsInt() @Min(0) @Max(65535) WORKER_HEALTH_PORT = 0;
  @AsNumber() @IsInt() @Min(1) @Max(36_500) READING_RETENTION_DAYS = 400;
  @IsTimeZoneName() PLATFORM_TIMEZONE = hostTimeZone();
  /** The language of the platform on a first start: mails and public pages use it. */
  @IsIn(PLATFORM_LANGUAGES) DEFAULT_LANGUAGE: (typeof PLATFORM_LANGUAGES)[number] = 'zh-CN';

  @AsNumber() @IsInt() @Min(1) @Max(50) JOB_ATTEMPTS = 5;
  @AsNumber() @IsInt() @Min(1) @Max(3_600_000) JOB_BACKOFF_MS = 1000;
  @AsNumber() @IsInt() @Min(1) @Max(1000) WORKER_CONCURRENCY = 20;

  /** Time in which a route must begin its answer, without the time in which its body arrives. */
  @AsNumber() @IsInt() @Min(1000) @Max(600_000) LIMIT_REQUEST_MS = 9500;
  /** Time in which the headers of a request, and its whole body, must arrive. */
  @AsNumber() @IsInt() @Min(100) @Max(600_000) LIMIT_HEADERS_MS = 15_000;
  @AsNumber() @IsInt() @Min(100) @Max(3_600_000) LIMIT_BODY_MS = 60_000;
  /** Connections whose request takes long to arrive; of more, the oldest are closed. */
  @AsNumber() @IsInt() @Min(1) @Max(1_000_000) LIMIT_SLOW_SENDERS = 200;
  @AsNumber() @IsInt() @Min(10) @Max(1_000_000) LIMIT_CONNECTIONS = 10_000;
  /** Time in which a process that is to end serves on, not ready, before it stops listening. */
  @AsNumber() @IsInt() @Min(0) @Max(8000) SHUTDOWN_DELAY_MS = 3000;
  @AsNumber() @IsInt() @Min(10) @Max(100_000) LIMIT_STREAM_QUEUE = 1000;
  @AsNumber() @IsInt() @Min(1) @Max(1000) LIMIT_STREAMS_PER_USER = 5;
  /** The largest picture that a user may have. */
  @AsNumber() @IsInt() @Min(1024) @Max(100 * 1024 * 1024) LIMIT_AVATAR_BYTES = 2 * 1024 * 1024;
  @AsNumber() @IsInt() @Min(1) @Max(1_000_000) LIMIT_BUCKETS_PER_AREA = 10_000;
  @AsNumber() @IsInt() @Min(1) @Max(10_000_000) LIMIT_POINTS_PER_ANSWER = 200_000;
  @AsNumber() @IsInt() @Min(1) @Max(1000) DATABASE_POOL_SIZE = 10;
  /** The longest that one statement of the product may run in the database. */
  @AsNumber() @IsInt() @Min(100) @Max(600_000) LIMIT_DATABASE_STATEMENT_MS = 30_000;

  /** Set by `npm start` where it also started the simulated gateway: the first start then seeds a building. */
  @AsBoolean() @IsBoolean() DEMO_BUILDING = false;

  @IsIn(LOG_LEVELS) LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
}
