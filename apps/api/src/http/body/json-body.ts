import { isUtf8 } from 'node:buffer';
import { DomainError, jsonExcess } from '@app/kernel';
import type { Request } from 'express';
import { assertPlain } from './assert-plain';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const BYTE_ORDER_MARK = '\uFEFF';

export function hasBody({ headers }: Request): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && length !== '0';
}

/**
 * @param wanted the accepted media type; default JSON
 * @throws DomainError `unsupported_type` for a body of another type
 */
export function assertType(request: Request, wanted?: string): void {
  if (wanted ? isOfType(request, wanted) : isJson(request)) return;
  const message = `The body must be ${wanted ?? 'application/json'}.`;
  throw new DomainError('unsupported_type', 'unsupported_type', message);
}

export function isJson(request: Request): boolean {
  return JSON_TYPE.test(mediaTypeOf(request));
}

/** @param type in lower case */
export function isOfType(request: Request, type: string): boolean {
  return mediaTypeOf(request) === type;
}

function mediaTypeOf({ headers }: Request): string {
  const [given = ''] = (headers['content-type'] ?? '').split(';', 1);
  return given.trim().toLowerCase();
}

/**
 * @throws DomainError `unsupported_type` for any charset except UTF-8, because JSON between systems must be UTF-8 (RFC
 *   8259, section 8.1)
 */
export function assertUtf8({ headers }: Request): void {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return;
  throw new DomainError(
    'unsupported_type',
    'unsupported_type',
    'The charset of the body is not supported. Send UTF-8.',
  );
}

/**
 * Parses `bytes` as JSON.
 * @throws DomainError `malformed_json`, or `validation_failed` if the JSON contains values that `assertPlain` refuses
 */
export function parseJson(bytes: Buffer): unknown {
  const value = parsed(bytes);
  assertPlain(value);
  return value;
}

function parsed(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformedJson();
  const text = bytes.toString('utf8');
  const excess = jsonExcess(text);
  if (excess !== null) throw DomainError.ofField('', excess);
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    throw malformedJson();
  }
}

/** The error does not contain the parser's message, because the message may quote the body. */
export function malformedJson(): DomainError {
  return new DomainError('invalid', 'malformed_json', 'The body is not well-formed JSON.');
}
