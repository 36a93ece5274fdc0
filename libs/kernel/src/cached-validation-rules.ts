import { getMetadataStorage } from 'class-validator';

const search = 'getTargetValidationMetadatas';
type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage[typeof search]>;

/**
 * Lets class-validator find the rules of each class only once. Without this cache, it would compare each validated
 * object, and each item of a list, with every class that has rules. Rules that are registered later take effect.
 * Searches for groups are not cached, because the product uses no groups.
 */
export function cacheValidationRules(storage: Storage = getMetadataStorage()): void {
  const find = storage[search].bind(storage);
  const add = storage.addValidationMetadata.bind(storage);
  const known = new Map<unknown, Rules>();
  storage.addValidationMetadata = (rule) => {
    known.clear();
    add(rule);
  };
  storage[search] = (target, schema, always, strictGroups, groups) => {
    if (schema || always || strictGroups || groups) return find(target, schema, always, strictGroups, groups);
    const rules = known.get(target) ?? find(target, schema, always, strictGroups, groups);
    known.set(target, rules);
    return rules;
  };
}
