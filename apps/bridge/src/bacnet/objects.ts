import { ApplicationTag, type BACNetObjectID, ObjectType } from '@bacnet-js/client';

interface ObjectKind {
  type: ObjectType;
  /** The type of its present value. */
  tag: ValueTag;
  /** Whether other devices may command its present value. */
  commands: boolean;
}

export type ValueTag =
  | ApplicationTag.REAL
  | ApplicationTag.DOUBLE
  | ApplicationTag.UNSIGNED_INTEGER
  | ApplicationTag.SIGNED_INTEGER
  | ApplicationTag.ENUMERATED;

const { REAL, DOUBLE, UNSIGNED_INTEGER: UNSIGNED, SIGNED_INTEGER: SIGNED, ENUMERATED } = ApplicationTag;

/** The objects whose present value is a number or a switch, by their names in ASHRAE 135. */
const KINDS: Readonly<Record<string, ObjectKind>> = {
  'analog-input': { type: ObjectType.ANALOG_INPUT, tag: REAL, commands: false },
  'analog-output': { type: ObjectType.ANALOG_OUTPUT, tag: REAL, commands: true },
  'analog-value': { type: ObjectType.ANALOG_VALUE, tag: REAL, commands: true },
  'large-analog-value': { type: ObjectType.LARGE_ANALOG_VALUE, tag: DOUBLE, commands: true },
  'integer-value': { type: ObjectType.INTEGER_VALUE, tag: SIGNED, commands: true },
  'positive-integer-value': { type: ObjectType.POSITIVE_INTEGER_VALUE, tag: UNSIGNED, commands: true },
  'binary-input': { type: ObjectType.BINARY_INPUT, tag: ENUMERATED, commands: false },
  'binary-output': { type: ObjectType.BINARY_OUTPUT, tag: ENUMERATED, commands: true },
  'binary-value': { type: ObjectType.BINARY_VALUE, tag: ENUMERATED, commands: true },
  'multi-state-input': { type: ObjectType.MULTI_STATE_INPUT, tag: UNSIGNED, commands: false },
  'multi-state-output': { type: ObjectType.MULTI_STATE_OUTPUT, tag: UNSIGNED, commands: true },
  'multi-state-value': { type: ObjectType.MULTI_STATE_VALUE, tag: UNSIGNED, commands: true },
  accumulator: { type: ObjectType.ACCUMULATOR, tag: UNSIGNED, commands: false },
  'pulse-converter': { type: ObjectType.PULSE_CONVERTER, tag: REAL, commands: false },
  loop: { type: ObjectType.LOOP, tag: REAL, commands: false },
  'lighting-output': { type: ObjectType.LIGHTING_OUTPUT, tag: REAL, commands: true },
};

const NAMES = new Map(Object.entries(KINDS).map(([name, { type }]) => [type, name]));

/** The type of an object, and its instance, which has 22 bits: `analog-input:1`. */
export const OBJECT = new RegExp(`^(${Object.keys(KINDS).join('|')}):\\d{1,7}$`);
export const LARGEST_INSTANCE = 4_194_302;

export interface ObjectReference extends ObjectKind {
  objectId: BACNetObjectID;
}

/** @param text of the form `OBJECT` */
export function objectOf(text: string): ObjectReference {
  const [name = '', instance] = text.split(':');
  const kind = KINDS[name];
  if (!kind) throw new Error(`There is no object type ${name}.`);
  return { ...kind, objectId: { type: kind.type, instance: Number(instance) } };
}

/** Returns `analog-input:1`; null if a point cannot be an object of this type. */
export function objectName({ type, instance }: BACNetObjectID): string | null {
  const name = NAMES.get(type);
  return name === undefined ? null : `${name}:${instance}`;
}

export function isSwitch(object: string): boolean {
  return objectOf(object).tag === ENUMERATED;
}

/** The identity of an object, as a key of a map. */
export function keyOf({ type, instance }: BACNetObjectID): string {
  return `${type}:${instance}`;
}
