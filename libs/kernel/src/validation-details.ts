import { getMetadataStorage, type ValidationError } from 'class-validator';
import type { ErrorDetail } from './domain-error';
import { type Message, say } from './messages';

/** An error of class-validator or of Nest's validation pipe for one property. */
type Fault = Pick<ValidationError, 'target' | 'property' | 'value' | 'constraints' | 'contexts'> & {
  children?: Fault[];
};

/** The messages of the rules of class-validator, by the name of the rule. They depend on its arguments. */
const RULES: Readonly<Record<string, (first: unknown, second: unknown) => Message>> = {
  isString: () => say('not_text'),
  isNotEmpty: () => say('required'),
  minLength: (least) => say('too_short', { least: Number(least) }),
  maxLength: (most) => say('too_long', { most: Number(most) }),
  isLength: (least, most) => say('wrong_length', { least: Number(least), most: Number(most) }),
  isByteLength: (_least, most) => say('too_many_bytes', { most: Number(most) }),
  matches: (pattern) => say('wrong_form', { pattern: (pattern as RegExp).source }),
  isInt: () => say('not_whole'),
  isNumber: () => say('not_number'),
  min: (least) => say('too_low', { least: Number(least) }),
  max: (most) => say('too_high', { most: Number(most) }),
  notEquals: (value) => say('forbidden_value', { value: String(value) }),
  isIn: (choices) => say('not_choice', { choices: (choices as unknown[]).join(', ') }),
  isBoolean: () => say('not_boolean'),
  isArray: () => say('not_list'),
  arrayMinSize: (least) => say('too_few_items', { least: Number(least) }),
  arrayMaxSize: (most) => say('too_many_items', { most: Number(most) }),
  arrayUnique: () => say('not_unique'),
  isObject: () => say('not_object'),
  nestedValidation: () => say('not_object'),
  isUuid: () => say('not_uuid'),
  isEmail: () => say('not_mail_address'),
  isUrl: () => say('not_address'),
};

/**
 * Converts the errors of class-validator to details. There is one detail for each path (`recipients[1].email`), with
 * the first error of the path.
 */
export function validationDetails(errors: readonly Fault[]): ErrorDetail[] {
  const byPath = new Map<string, ErrorDetail>();
  for (const detail of allDetails(errors)) {
    if (!byPath.has(detail.path)) byPath.set(detail.path, detail);
  }
  return [...byPath.values()];
}

function allDetails(errors: readonly Fault[], prefix = ''): ErrorDetail[] {
  return errors.flatMap((error) => {
    const path = joined(prefix, error.property);
    const own = mostRelevant(error.constraints ?? {}).flatMap(([name, message]) =>
      faultyItems(error, name).map((item) => ({ path: path + item, ...faultOf(error, name, message) })),
    );
    return [...own, ...allDetails(error.children ?? [], path)];
  });
}

/**
 * Returns the rules to report. If type rules are violated, only these are reported, because a range error would add
 * nothing.
 */
function mostRelevant(constraints: Record<string, string>): [rule: string, message: string][] {
  const all = Object.entries(constraints);
  const ofKind = all.filter(([rule]) => rule.startsWith('is'));
  return ofKind.length > 0 ? ofKind : all;
}

function joined(prefix: string, property: string): string {
  if (/^\d+$/.test(property)) return `${prefix}[${property}]`;
  return prefix === '' ? property : `${prefix}.${property}`;
}

function ruleOf(target: object, property: string, rule: string) {
  return getMetadataStorage()
    .getTargetValidationMetadatas(target.constructor, '', true, false)
    .find(({ propertyName, name, type }) => propertyName === property && (name ?? type) === rule);
}

/**
 * Returns the index of each invalid item, such as `[1]`, if the rule applies to items. If it does not, returns `''`,
 * which stands for the list or value itself.
 */
function faultyItems({ target, property, value }: Fault, rule: string): string[] {
  if (!Array.isArray(value) || target === undefined) return [''];
  const ofEach = ruleOf(target, property, rule);
  if (!ofEach?.each) return [''];
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(ofEach.constraintCls);
  const items = value.flatMap((item: unknown, index) => {
    const passes = constraint?.instance.validate(item, {
      value: item,
      constraints: ofEach.constraints ?? [],
      targetName: target.constructor.name,
      object: target,
      property,
    });
    return passes === true ? [] : [`[${index}]`];
  });
  return items.length > 0 ? items : [''];
}

/** @param message what class-validator says, if the rule has no message of ours */
function faultOf({ target, property, value, contexts }: Fault, rule: string, message: string): Message {
  const own = contexts?.[rule] as Message | ((value: unknown) => Message) | undefined;
  if (own !== undefined) return typeof own === 'function' ? own(value) : own;
  const metadata = target && ruleOf(target, property, rule);
  if (metadata === undefined) return say('other', { reason: message });
  const [first, second] = (metadata.constraints ?? []) as unknown[];
  return RULES[rule]?.(first, second) ?? say('other', { reason: message });
}
