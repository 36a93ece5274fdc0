import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { FORM } from './media-types.decorator';

interface DescribedBody {
  schema?: object;
  examples?: object;
}

/** The values of a form are texts. A repeated field has a list of texts. */
const FIELDS = {
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
};

/**
 * Documents an optional body of JSON or of form fields, which `rawDataReader` reads.
 * @param example the JSON body of the example. The example of a form has the same values
 */
export function TakesRawData(description: string, example: Record<string, unknown>): MethodDecorator {
  return applyDecorators(
    ApiConsumes('application/json', FORM),
    ApiBody({
      required: false,
      description,
      schema: {},
      examples: { example: { summary: 'Example', value: example } },
    }),
  );
}

/** Converts the description of a JSON body to that of the same body as a form. */
export function asForm({ examples = {} }: DescribedBody) {
  const converted = Object.entries(examples).map(([name, example]: [string, { value: object }]) => [
    name,
    { ...example, value: textsOf(example.value) },
  ]);
  return { schema: FIELDS, examples: Object.fromEntries(converted) as Record<string, { value: unknown }> };
}

function textsOf(fields: object): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
