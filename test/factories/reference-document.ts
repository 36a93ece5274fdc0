import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

type Schema = Record<string, unknown>;

interface MediaType {
  schema: Schema;
  examples?: Record<string, { value: unknown }>;
}
type Content = Record<string, MediaType>;

interface Operation {
  requestBody?: unknown;
  responses: Record<string, { content?: unknown }>;
}

interface ReferenceDocument {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

interface DescribedBody {
  where: string;
  schema: Schema;
  examples: unknown[];
}

/** Media types whose body is JSON or a stream of events with JSON. */
const JSON_TYPES = new Set(['application/json', 'text/event-stream']);

/** Returns the JSON bodies of requests and of successful responses. */
export function bodiesOf({ paths }: ReferenceDocument): DescribedBody[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody, responses }]) => {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const parts: [string, unknown][] = [['body', requestBody], ...successes];
      return parts.flatMap(([part, holder]) =>
        Object.entries((holder as { content?: Content } | undefined)?.content ?? {})
          .filter(([type]) => JSON_TYPES.has(type))
          .map(([, { schema, examples = {} }]) => ({
            where: `${method} ${path} ${part}`,
            schema,
            examples: Object.values(examples).map(({ value }) => value),
          })),
      );
    }),
  );
}

/**
 * Returns a function that validates a value against a schema of the document. The function returns the problems, or
 * null if the value is valid.
 */
export function referenceValidator(document: ReferenceDocument) {
  const ajv = addFormats(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: 'reference', ...document });
  return (schema: Schema, value: unknown): string | null => {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"reference#/')) as Schema;
    return ajv.validate(absolute, value) ? null : ajv.errorsText();
  };
}

/** Returns the discriminator values of a union in the document. */
export function typesOf({ components }: ReferenceDocument, union: string): string[] {
  const schema = components['schemas']?.[union] as { discriminator: { mapping: Record<string, string> } };
  return Object.keys(schema.discriminator.mapping);
}
