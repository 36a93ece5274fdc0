import { say, type Message } from '@app/kernel';
import { type Json, type JsonObject, type Problem, unknownFields } from '@app/workflow-engine';
import { HEADER_NAME, MAX_TOLERANCE_SECONDS, SIGNATURE_PRESETS } from './trigger-schemas';

const MAX_PREFIX = 50;
const MAX_TEMPLATE = 200;
/** Headers that Node.js or a proxy may change, or that have another meaning. */
const UNUSABLE =
  /^(?:authorization|proxy-authorization|cookie|host|content-length|connection|content-type)$/i;

const SIGNATURE_FIELDS = ['header', 'algorithm', 'encoding', 'prefix', 'timestamp'];
const TIMESTAMP_FIELDS = ['header', 'toleranceSeconds', 'template'];

/** Lists the problems of the field `signature` of a webhook. Paths are relative to the trigger's configuration. */
export function signatureProblems(signature: Json): Problem[] {
  if (!isObject(signature)) return [problem('', say('not_signature'))];
  if ('preset' in signature) {
    const isKnown = (SIGNATURE_PRESETS as readonly unknown[]).includes(signature.preset);
    return [
      ...unknownFields(signature, ['preset'], 'signature'),
      ...(isKnown ? [] : [problem('.preset', say('not_choice', { choices: SIGNATURE_PRESETS.join(', ') }))]),
    ];
  }
  const { header, algorithm, encoding, prefix, timestamp } = signature;
  return [
    ...unknownFields(signature, SIGNATURE_FIELDS, 'signature'),
    ...headerProblems('.header', header),
    ...oneOf('.algorithm', algorithm, ['sha1', 'sha256', 'sha512']),
    ...oneOf('.encoding', encoding, ['hex', 'base64']),
    ...(prefix === undefined || isShortText(prefix, MAX_PREFIX)
      ? []
      : [problem('.prefix', say('not_short_text', { most: MAX_PREFIX }))]),
    ...(timestamp === undefined ? [] : timestampProblems(timestamp, header)),
  ];
}

/** Returns the problem with the name of a header; null if the name is valid. */
export function headerFault(name: Json | undefined): Message | null {
  return typeof name === 'string' && HEADER_NAME.test(name) ? null : say('not_header');
}

function timestampProblems(timestamp: Json, signatureHeader: Json | undefined): Problem[] {
  if (!isObject(timestamp)) return [problem('.timestamp', say('not_timestamp'))];
  const { header, toleranceSeconds: seconds, template } = timestamp;
  const isSeconds = typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 1;
  const isSame = lowerCase(header) !== null && lowerCase(header) === lowerCase(signatureHeader);
  return [
    ...unknownFields(timestamp, TIMESTAMP_FIELDS, 'signature.timestamp'),
    ...headerProblems('.timestamp.header', header),
    ...(isSame ? [problem('.timestamp.header', say('signature_header'))] : []),
    ...(seconds === undefined || (isSeconds && seconds <= MAX_TOLERANCE_SECONDS)
      ? []
      : [
          problem(
            '.timestamp.toleranceSeconds',
            say('not_whole_within', { least: 1, most: MAX_TOLERANCE_SECONDS }),
          ),
        ]),
    ...(template === undefined || isTemplate(template)
      ? []
      : [problem('.timestamp.template', say('timestamp_template'))]),
  ];
}

function lowerCase(value: Json | undefined): string | null {
  return typeof value === 'string' ? value.toLowerCase() : null;
}

function isTemplate(template: Json): boolean {
  if (!isShortText(template, MAX_TEMPLATE)) return false;
  return ['{timestamp}', '{body}'].every((name) => template.split(name).length === 2);
}

function headerProblems(path: string, header: Json | undefined): Problem[] {
  if (typeof header === 'string' && UNUSABLE.test(header)) return [problem(path, say('reserved_header'))];
  const fault = headerFault(header);
  return fault === null ? [] : [problem(path, fault)];
}

function oneOf(path: string, value: Json | undefined, values: readonly string[]): Problem[] {
  return typeof value === 'string' && values.includes(value)
    ? []
    : [problem(path, say('not_choice', { choices: values.join(', ') }))];
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isShortText(value: Json, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest && !/[\p{Control}]/u.test(value);
}

function problem(path: string, fault: Message): Problem {
  return { path: `signature${path}`, ...fault };
}
