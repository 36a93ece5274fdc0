import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fastJson, { type Schema as WritingSchema } from 'fast-json-stringify';
import { type Schema, standaloneSchema } from './json-schema';
import { ResponseMismatch } from './response-mismatch';

/** Writes a value as JSON: what the schema names, and nothing else. */
export type Stringify = (value: unknown) => string;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** For the schemas of one document. */
export class ResponseCompiler {
  private readonly ajv = addFormats(
    new Ajv({ strict: false, strictNumbers: true }).addKeyword({
      keyword: 'instant',
      validate: (_rule: unknown, value: unknown) => isInstant(value),
      errors: false,
    }),
  );

  constructor(private readonly definitions: Readonly<Record<string, Schema>>) {}

  /** @throws ResponseMismatch from the function that is returned, for a value that does not fit */
  compile(schema: Schema): Stringify {
    const fits = this.ajv.compile(standaloneSchema(schema, this.definitions, 'check'));
    const written: object = standaloneSchema(schema, this.definitions, 'write');
    const write = fastJson(written as WritingSchema, { compileValidators: true });
    return (value) => {
      if (!fits(value)) throw new ResponseMismatch(fits.errors ?? []);
      return write(value);
    };
  }
}

/** A `Date`, or text in the one form that goes over the wire. */
function isInstant(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  return typeof value === 'string' && INSTANT.test(value);
}
