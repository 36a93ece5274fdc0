import { MAX_RECORD_ID } from '@app/kernel';
import type { TriggerType } from '@app/entities';
import { conditionField, referenceField } from '@app/workflow-engine';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import { MAX_OFFSET_MINUTES, SUN_EVENTS } from '../../platform/schedules/sun-times';
import { INTERNAL_EVENTS, type InternalEvent } from '../../platform/occurrences/internal-events';

/** Maximum number of addresses of a webhook, or of points of a state change. */
export const MAX_ENTRIES = 100;
/** Maximum length of a point code or a pattern. */
export const MAX_PATTERN = 255;
export const MAX_CONDITION = 2000;
/** Longest configurable time for which a state must last: 30 days. */
export const MAX_FOR_MS = 30 * 24 * 3_600_000;

const condition = (names: string) =>
  Type.Optional(
    conditionField(
      Type.String({
        description: `An expression over ${names}. The workflow starts only if it is true.`,
        maxLength: MAX_CONDITION,
      }),
    ),
  );

/** The name of a header. */
export const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
export const MAX_TOLERANCE_SECONDS = 3600;
export const SIGNATURE_PRESETS = ['github', 'stripe', 'slack', 'svix'] as const;
export type SignaturePreset = (typeof SIGNATURE_PRESETS)[number];

const header = (description: string, example: string) =>
  Type.String({ description, pattern: HEADER_NAME.source, examples: [example] });

const PresetSignature = Type.Object(
  {
    preset: Type.Unsafe<SignaturePreset>({
      type: 'string',
      enum: [...SIGNATURE_PRESETS],
      description: 'The service that signs the deliveries.',
    }),
  },
  { title: 'Signature of a known service' },
);

const DescribedSignature = Type.Object(
  {
    header: header('Header with the signature.', 'X-Signature'),
    algorithm: Type.Unsafe<'sha1' | 'sha256' | 'sha512'>({
      type: 'string',
      enum: ['sha1', 'sha256', 'sha512'],
      description: 'Hash function of the HMAC. The key of the HMAC is the secret as text.',
    }),
    encoding: Type.Unsafe<'hex' | 'base64'>({
      type: 'string',
      enum: ['hex', 'base64'],
      description: 'Encoding of the signature.',
    }),
    prefix: Type.Optional(
      Type.String({ description: 'Text before the signature.', maxLength: 50, examples: ['sha256='] }),
    ),
    timestamp: Type.Optional(
      Type.Object(
        {
          header: header('Header with the time, in seconds since 1970.', 'X-Timestamp'),
          toleranceSeconds: Type.Optional(
            Type.Integer({
              description: 'Largest accepted difference from the current time, in seconds.',
              minimum: 1,
              maximum: MAX_TOLERANCE_SECONDS,
              default: 300,
            }),
          ),
          template: Type.Optional(
            Type.String({
              description: 'The signed text. It contains `{timestamp}` and `{body}`, each once.',
              maxLength: 200,
              default: '{timestamp}.{body}',
              examples: ['v0:{timestamp}:{body}'],
            }),
          ),
        },
        { description: 'Signed time of the delivery. Without it, only the body is signed.' },
      ),
    ),
  },
  { title: 'Described signature' },
);
export type DescribedSignature = Static<typeof DescribedSignature>;
export type SignatureConfig = Static<typeof PresetSignature> | DescribedSignature;

/** The configuration of each type of trigger. The API reference contains these schemas. */
export const TRIGGER_SCHEMAS = {
  manual: Type.Object({}, { description: 'The workflow starts only when someone starts it.' }),
  schedule: Type.Object(
    {
      cron: Type.String({
        description:
          'Five fields: minute, hour, day of month, month, day of week. Each is a number, `*`, a range, a step or a list; ' +
          'months and weekdays may have three-letter names. If the clocks skip a daily time, the workflow starts after the ' +
          'change. If the clocks show a daily time twice, the workflow starts the first time.',
        examples: ['0 7 * * MON-FRI'],
      }),
      timezone: Type.Optional(
        Type.String({
          description: 'IANA time zone of the schedule. Default is the time zone of the platform.',
          examples: ['Europe/London'],
        }),
      ),
      calendarId: Type.Optional(
        referenceField(
          'calendar',
          Type.Integer({
            description:
              'Id of a calendar. If set, the schedule starts the workflow only while the calendar is open.',
            minimum: 1,
            maximum: MAX_RECORD_ID,
            examples: [3],
          }),
        ),
      ),
      onlyWhen: Type.Optional(
        Type.Union([Type.Literal('open'), Type.Literal('closed')], {
          description: 'Whether the calendar must be open (the default) or closed. Needs `calendarId`.',
        }),
      ),
    },
    { description: 'The workflow starts at the times of a cron expression.' },
  ),
  sun: Type.Object(
    {
      event: Type.Union(
        SUN_EVENTS.map((event) => Type.Literal(event)),
        { description: 'The daily event at which the workflow starts.' },
      ),
      offsetMinutes: Type.Optional(
        Type.Integer({
          description: 'Minutes after the event, or before it if negative.',
          minimum: -MAX_OFFSET_MINUTES,
          maximum: MAX_OFFSET_MINUTES,
          default: 0,
          examples: [-30],
        }),
      ),
    },
    {
      description:
        'The workflow starts each day at sunrise or sunset at the site, whose position is in the configuration.',
    },
  ),
  webhook: Type.Object(
    {
      allowedIps: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'IP addresses and CIDR blocks that may deliver. If the list is empty, all addresses may deliver.',
          maxItems: MAX_ENTRIES,
          examples: [['10.0.0.0/8']],
        }),
      ),
      headers: Type.Optional(
        Type.Array(Type.String({ pattern: HEADER_NAME.source }), {
          description:
            'Further headers to include in `request.headers`. `content-type`, `user-agent` and headers that begin with ' +
            '`x-` are always included. `authorization`, `cookie`, the secret and the signature are never included.',
          maxItems: MAX_ENTRIES,
          examples: [['If-Match']],
        }),
      ),
      signature: Type.Optional(
        Type.Union([PresetSignature, DescribedSignature], {
          description:
            'How the sender signs its deliveries. If it is set, only deliveries with this signature are accepted.',
          examples: [{ preset: 'github' }],
        }),
      ),
    },
    { description: 'The workflow starts when another system calls `POST /api/webhook/{slug}`.' },
  ),
  state_change: Type.Object(
    {
      watch: Type.Array(referenceField('point', Type.String({ minLength: 1, maxLength: MAX_PATTERN })), {
        description: 'Codes of points. `*` matches any characters.',
        minItems: 1,
        maxItems: MAX_ENTRIES,
        examples: [['F1.*.TEMP']],
      }),
      condition: condition('`code`, `value`, `previous`, `quality`, `env` and `state`'),
      above: Type.Optional(
        Type.Number({
          description:
            'The workflow starts when a value rises above this limit. It does not start again until the value has fallen.',
          examples: [26],
        }),
      ),
      below: Type.Optional(
        Type.Number({
          description:
            'The workflow starts when a value falls below this limit. Less than `above` if both are set.',
          examples: [18],
        }),
      ),
      hysteresis: Type.Optional(
        Type.Number({
          description: 'How far a value must return from the limit before the next crossing counts.',
          minimum: 0,
          default: 0,
          examples: [0.5],
        }),
      ),
      forMs: Type.Optional(
        Type.Integer({
          description:
            'How long the value must stay beyond the limit before the workflow starts, in milliseconds. Without limits, ' +
            'how long the condition must stay true.',
          minimum: 0,
          maximum: MAX_FOR_MS,
          default: 0,
          examples: [600_000],
        }),
      ),
      onStart: Type.Optional(
        Type.Boolean({
          description:
            'Whether the current state counts like a crossing when the service starts, the workflow is created or ' +
            'enabled, or its trigger changes. By default, only later changes count.',
          default: false,
        }),
      ),
    },
    { description: 'The workflow starts when a point has a new value, or stays in a state for a time.' },
  ),
  event: Type.Object(
    {
      event: Type.Unsafe<InternalEvent>({
        type: 'string',
        enum: [...INTERNAL_EVENTS],
        description: 'Name of the event.',
      }),
      condition: condition('`triggerData`, `env` and `state`'),
    },
    { description: 'The workflow starts when something happens in the platform.' },
  ),
} as const satisfies Record<TriggerType, TObject>;

/** Valid configurations. Optional fields that are not set are absent. */
export type TriggerConfigs = { [Type in TriggerType]: Static<(typeof TRIGGER_SCHEMAS)[Type]> };

/**
 * The secret of a webhook, as part of the configuration of its trigger. It is stored in a separate field of the
 * workflow.
 */
export const WEBHOOK_SECRET = Type.Union(
  [Type.String({ pattern: String.raw`^(\*{8}|[\x20-\x7E]{16,128})$` }), Type.Null()],
  {
    description:
      'Secret of the webhook: 16 to 128 printable ASCII characters, without blanks. After `whsec_` it is padded ' +
      'base64 of at least 16 bytes. If `signature` uses the secret as text, it may contain blanks, and `whsec_` has ' +
      'no meaning. If it is omitted or `********`, the secret stays; null creates a new one. Answers show it only if ' +
      'they created or changed it.',
  },
);
