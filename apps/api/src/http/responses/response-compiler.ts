import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fastJson, { type Schema as WritingSchema } from 'fast-json-stringify';
import { type Schema, standaloneSchema } from '../reference/json-schema';

interface Finding {
  instancePath: string;
  message?: string;
}

/**
 * The answer of a route does not match its schema, which is a defect of this service. The message names the field, but
 * never its value.
 */
class ResponseMismatch extends Error {
  constructor(findings: readonly Finding[]) {
    const faults = findings.map(
      ({ instancePath, message = 'does not match' }) => `${instancePath || '/'} ${message}`,
    );
    super(`The response does not match its schema: ${faults.join('; ')}`);
    this.name = 'ResponseMismatch';
  }
}

/** Serializes the properties that the schema lists, and no others. A long list is returned as the bytes of its text. */
export type Serialize = (value: unknown) => string | Buffer;

/**
 * Number of items of a list that are serialized at a time. The serializer builds a text from many small strings. If it
 * serialized a long list at once, the garbage collector would copy these strings several times before the text is
 * complete.
 */
const ITEMS_AT_ONCE = 500;
const COMMA = ','.charCodeAt(0);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Compiles the schemas of one document. */
export class ResponseCompiler {
  private readonly ajv = addFormats(
    new Ajv({ strict: false, strictNumbers: true }).addKeyword({
      keyword: 'instant',
      validate: (_rule: unknown, value: unknown) => isInstant(value),
      errors: false,
    }),
  );

  constructor(private readonly definitions: Readonly<Record<string, Schema>>) {}

  /**
   * Returns a function that serializes values. It throws a `ResponseMismatch` for a value that does not match `schema`.
   */
  compile(schema: Schema): Serialize {
    const fits = this.ajv.compile(standaloneSchema(schema, this.definitions, 'check'));
    const written: object = standaloneSchema(schema, this.definitions, 'write');
    const write = fastJson(written as WritingSchema, { compileValidators: true });
    return (value) => {
      if (!fits(value)) throw new ResponseMismatch(fits.errors ?? []);
      return Array.isArray(value) && value.length > ITEMS_AT_ONCE ? bytesOf(value, write) : write(value);
    };
  }
}

function bytesOf(items: readonly unknown[], write: (items: readonly unknown[]) => string): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    const part = Buffer.from(write(items.slice(start, start + ITEMS_AT_ONCE)));
    // One comma replaces the closing bracket of a part and the opening bracket of the next one.
    if (start > 0) part[0] = COMMA;
    parts.push(start + ITEMS_AT_ONCE < items.length ? part.subarray(0, -1) : part);
  }
  return Buffer.concat(parts);
}

/** True for a `Date`, and for text in the API's only instant format. */
function isInstant(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  return typeof value === 'string' && INSTANT.test(value);
}
