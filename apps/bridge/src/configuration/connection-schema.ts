import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import type { ClassConstructor } from 'class-transformer';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';
import { BY_PROTOCOL } from './bridge-configuration.dto';

const DEFINITIONS = '#/$defs/';

/** Returns the JSON Schema of a list of connections, which may have any protocol. */
export function connectionSchema(): object {
  const schemas = validationMetadatasToSchemas({
    classTransformerMetadataStorage: defaultMetadataStorage,
    refPointerPrefix: DEFINITIONS,
  });
  const $defs: Record<string, object> = {};
  for (const type of Object.values(BY_PROTOCOL)) define(type);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'array',
    items: {
      oneOf: Object.entries(BY_PROTOCOL).map(([protocol, { name }]) => ({
        properties: { protocol: { const: protocol } },
        $ref: DEFINITIONS + name,
      })),
    },
    $defs,
  };

  /** Defines a class and the classes of its fields. A field with a default may be left out. */
  function define(type: ClassConstructor<object>): void {
    const { properties = {}, required = [] } = schemas[type.name] ?? {};
    const defaults = Object.entries(new type()).filter(([, value]) => value !== undefined);
    const withDefaults = defaults.map(([field, value]) => [field, { ...properties[field], default: value }]);
    $defs[type.name] = {
      type: 'object',
      properties: { ...properties, ...Object.fromEntries(withDefaults) },
      required: required.filter((field) => !defaults.some(([name]) => name === field)),
    };
    for (const field of Object.keys(properties)) {
      const nested = defaultMetadataStorage.findTypeMetadata(type, field)?.typeFunction();
      if (nested && !(nested.name in $defs)) define(nested as ClassConstructor<object>);
    }
  }
}
