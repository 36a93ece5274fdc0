import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fastJson, { type Schema as WritingSchema } from 'fast-json-stringify';
import { type Schema, standaloneSchema } from '../reference/json-schema';
import { ResponseMismatch } from './response-mismatch';

/** Serializes the properties that the schema lists, and no others. */
export type Stringify = (value: unknown) => string;

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

/** True for a `Date`, and for text in the API's only instant format. */
function isInstant(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  return typeof value === 'string' && INSTANT.test(value);
}
