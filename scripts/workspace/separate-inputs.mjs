const PREFIX = '#/components/schemas/';

/**
 * Returns a reference whose request bodies have schemas of their own, if a client may leave out fields that have a
 * default value. Answers always contain these fields, so one schema cannot describe both. The copies have the names of
 * the original schemas plus `Input`. A schema that no answer contains is changed in place.
 * @param reference an OpenAPI document
 */
export function separateInputs(reference) {
  const { schemas } = reference.components;
  const operations = Object.values(reference.paths).flatMap((path) => Object.values(path));
  const inAnswers = reachable(
    operations.map(({ responses }) => responses),
    schemas,
  );
  const inBodies = reachable(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  const affected = affectedBy(inBodies, schemas);
  const inputName = (name) => (affected.has(name) && inAnswers.has(name) ? `${name}Input` : name);
  const asInput = (value) =>
    mapped(value, (part) => {
      const name = referenced(part);
      return name === null ? withoutDefaults(part) : { ...part, $ref: PREFIX + inputName(name) };
    });

  const inputs = [...affected].map((name) => [inputName(name), asInput(schemas[name])]);
  const names = Object.entries({ ...schemas, ...Object.fromEntries(inputs) });
  const paths = mapped(reference.paths, (part) =>
    part.requestBody ? { ...part, requestBody: asInput(part.requestBody) } : part,
  );
  const sorted = names.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...reference,
    paths,
    components: { ...reference.components, schemas: Object.fromEntries(sorted) },
  };
}

/** Returns the names of the schemas to which these parts refer, directly or through other schemas. */
function reachable(parts, schemas, found = new Set()) {
  mapped(parts, (part) => {
    const name = referenced(part);
    if (name !== null && !found.has(name)) {
      found.add(name);
      reachable(schemas[name], schemas, found);
    }
    return part;
  });
  return found;
}

/** Returns the schemas among `names` that have an optional field with a default value, or contain such a schema. */
function affectedBy(names, schemas) {
  const hasDefault = (name) => withDefaults(schemas[name]);
  return new Set([...names].filter((name) => [name, ...reachable(schemas[name], schemas)].some(hasDefault)));
}

function withDefaults(schema) {
  let found = false;
  mapped(schema, (part) => {
    found ||= optionalDefaults(part).length > 0;
    return part;
  });
  return found;
}

function optionalDefaults({ properties, required = [] }) {
  if (properties === null || typeof properties !== 'object') return [];
  return Object.entries(properties).filter(([name, field]) => 'default' in field && !required.includes(name));
}

/** Describes the default values in words, because the generator makes fields with a default value required. */
function withoutDefaults(part) {
  const changed = optionalDefaults(part).map(([name, { default: value, description = '', ...field }]) => {
    const words = /\bdefault\b/i.test(description) ? '' : ` Default: \`${JSON.stringify(value)}\`.`;
    return [name, { ...field, description: (description + words).trim() }];
  });
  return {
    ...part,
    ...(changed.length > 0 && { properties: { ...part.properties, ...Object.fromEntries(changed) } }),
  };
}

function referenced({ $ref }) {
  return typeof $ref === 'string' && $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : null;
}

/** Returns a copy in which `change` has replaced each object, the outer ones first. */
function mapped(value, change) {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(change(value)).map(([name, part]) => [name, mapped(part, change)]),
  );
}
