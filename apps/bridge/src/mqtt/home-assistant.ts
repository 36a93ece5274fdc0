import { Content } from './message-value';
import type { AvailabilityConfiguration, MqttPointConfiguration } from './mqtt.dto';

/** A point that a device announces, as it is written into the configuration. */
export interface AnnouncedPoint {
  device: string;
  availability?: Partial<AvailabilityConfiguration>[];
  silentAfterSeconds?: number;
  point: Partial<MqttPointConfiguration>;
}

/** The announcement is for a kind of point, or has a template, that the bridge does not support. */
class NotSupported extends Error {}

/** The short names of the fields that the bridge reads. Source: Home Assistant, MQTT integration, discovery messages. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  avty: 'availability',
  avty_t: 'availability_topic',
  avty_tpl: 'availability_template',
  cmps: 'components',
  pl_avail: 'payload_available',
  pl_not_avail: 'payload_not_available',
  cmd_t: 'command_topic',
  cmd_tpl: 'command_template',
  dev: 'device',
  exp_aft: 'expire_after',
  ids: 'identifiers',
  p: 'platform',
  pl_off: 'payload_off',
  pl_on: 'payload_on',
  stat_off: 'state_off',
  stat_on: 'state_on',
  stat_t: 'state_topic',
  t: 'topic',
  unit_of_meas: 'unit_of_measurement',
  uniq_id: 'unique_id',
  val_tpl: 'value_template',
};
const SWITCHES = new Set(['binary_sensor', 'switch']);
const NUMBERS = new Set(['sensor', 'number']);
const WRITABLE = new Set(['switch', 'number']);
/** Filters that keep the value of a number, or change only its digits; and what replaces a missing value. */
const FILTERS =
  /\|\s*(?:(?:float|int|default)\s*(?:\(\s*(?:default\s*=\s*)?(?:'[^']*'|"[^"]*"|-?[\d.]+|none|true|false)\s*(?:,\s*true\s*)?\))?|round\s*(?:\([^()]*\))?|is_defined)/gi;
/** The way to a value, `value_json.a.b` or `value_json['a'].b`, and a factor. */
const TEMPLATE =
  /^\{\{-?\s*\(*\s*value(?:_json((?:\.\w+|\[(?:'[^'\]]+'|"[^"\]]+"|\d+)\])+))?[\s)]*(?:([*/])\s*(\d+(?:\.\d+)?)[\s)]*)?-?\}\}$/;
const LONGEST_TEMPLATE = 200;
const STEP = /\.(\w+)|\[(?:'([^']+)'|"([^"]+)"|(\d+))\]/g;

type Fields = Record<string, unknown>;

/**
 * Reads the announcement of a point, or of a device with several points. Returns the reason for each point that the
 * bridge does not support.
 * @param topic `<prefix>/<component>/[<node>/]<object>/config`; the component of a device is `device`
 */
export function announcedPoints(topic: string, message: string): (AnnouncedPoint | string)[] {
  const [, component = '', ...ids] = topic.split('/').slice(0, -1);
  const content = new Content(message).json;
  if (!isFields(content)) return ['it is not a JSON object'];
  if (component !== 'device') return [announcedPoint(component, ids, content)];
  const { components, ...shared } = withLongNames(content);
  if (!isFields(components)) return ['it has no components'];
  return Object.entries(components).flatMap(([id, own]) => {
    // A component with its platform alone has been removed.
    if (!isFields(own) || Object.keys(own).length < 2) return [];
    const fields = { ...shared, ...withLongNames(own) };
    const point = announcedPoint(textIn(fields, 'platform') ?? '', [...ids, id], fields);
    return [typeof point === 'string' ? `${id}: ${point}` : point];
  });
}

function announcedPoint(component: string, ids: readonly string[], content: Fields): AnnouncedPoint | string {
  try {
    return pointOf(component, ids, withBase(withLongNames(content)));
  } catch (error) {
    if (error instanceof NotSupported) return error.message;
    throw error;
  }
}

/** @throws NotSupported with the reason */
function pointOf(component: string, ids: readonly string[], fields: Fields): AnnouncedPoint {
  if (!SWITCHES.has(component) && !NUMBERS.has(component)) throw new NotSupported(`it is a ${component}`);
  const stateTopic = textIn(fields, 'state_topic');
  if (stateTopic === undefined) throw new NotSupported('it has no state_topic');
  const device = isFields(fields.device) ? withLongNames(fields.device) : {};
  const identifiers = [device.identifiers].flat();
  const commandTopic = WRITABLE.has(component) ? textIn(fields, 'command_topic') : undefined;
  const text = textIn(fields, 'value_template');
  const template = readTemplate(text);
  // A command has the value without the factor.
  const mayHaveFactor = NUMBERS.has(component) && commandTopic === undefined;
  if (!template || (template.scale !== undefined && !mayHaveFactor))
    throw new NotSupported(`its template is ${text}`);
  const deviceName = textIn(device, 'name') ?? textOf(identifiers[0]) ?? ids[0] ?? component;
  return {
    device: deviceName,
    ...availabilityOf(fields),
    ...silenceOf(fields),
    point: {
      suffix: ids.join('.').replaceAll(/\s+/g, '_'),
      name: textIn(fields, 'name') ?? `${deviceName} ${ids.at(-1)}`,
      unit: textIn(fields, 'unit_of_measurement'),
      type: SWITCHES.has(component) ? 'bool' : 'number',
      topic: stateTopic,
      ...template,
      ...(SWITCHES.has(component) && {
        on: payloadIn(fields, 'state_on') ?? payloadIn(fields, 'payload_on'),
        off: payloadIn(fields, 'state_off') ?? payloadIn(fields, 'payload_off'),
      }),
      ...(commandTopic !== undefined && {
        writable: true,
        commandTopic,
        command: commandOf(fields, component),
      }),
      ...(component === 'number' && { min: numberIn(fields, 'min'), max: numberIn(fields, 'max') }),
    },
  };
}

/** A sensor without a message for so long is unavailable. */
function silenceOf(fields: Fields): Pick<AnnouncedPoint, 'silentAfterSeconds'> {
  const seconds = numberIn(fields, 'expire_after') ?? 0;
  return seconds > 0 ? { silentAfterSeconds: seconds } : {};
}

/** Replaces `~` at the beginning or end of topics. */
function withBase(fields: Fields): Fields {
  const base = textIn(fields, '~');
  if (base === undefined) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name.endsWith('topic') && typeof value === 'string' ? value.replace(/^~|~$/, base) : value,
    ]),
  );
}

function withLongNames(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [LONG_NAMES[name] ?? name, value]));
}

function availabilityOf(fields: Fields): Pick<AnnouncedPoint, 'availability'> {
  const { availability, availability_topic: topic, availability_template: template } = fields;
  const single = { ...fields, topic, value_template: template };
  const listed: unknown[] = availability === undefined ? [single] : [availability].flat();
  const wills = listed
    .filter(isFields)
    .flatMap((will) => willOf(withBase({ '~': fields['~'], ...withLongNames(will) })) ?? []);
  return wills.length > 0 ? { availability: wills } : {};
}

/** Returns null for a last will without a topic, or with a template that the bridge does not support. */
function willOf(fields: Fields): Partial<AvailabilityConfiguration> | null {
  const topic = textIn(fields, 'topic');
  const template = readTemplate(textIn(fields, 'value_template'));
  if (topic === undefined || !template) return null;
  const messageIn = (name: string) => {
    const message = payloadIn(fields, name);
    // In a template, JSON's true is `True`.
    return template.path === undefined
      ? message
      : message?.replace(/^(True|False)$/, (word) => word.toLowerCase());
  };
  const [online, offline] = [messageIn('payload_available'), messageIn('payload_not_available')];
  return { topic, path: template.path, online, offline };
}

/** Returns null if the template is more than the way to a value and a factor. */
function readTemplate(template: string | undefined): { path?: string; scale?: number } | null {
  if (template === undefined) return {};
  if (template.length > LONGEST_TEMPLATE) return null;
  const found = TEMPLATE.exec(template.trim().replaceAll(FILTERS, ''));
  const [, way, operator, factor] = found ?? [];
  if (!found || Number(factor) === 0) return null;
  const steps =
    way && [...way.matchAll(STEP)].map(([, ...names]) => names.find((name) => name !== undefined));
  return {
    ...(steps && { path: steps.join('.') }),
    ...(operator && { scale: operator === '*' ? Number(factor) : 1 / Number(factor) }),
  };
}

function commandOf(fields: Fields, component: string): string | undefined {
  const template = textIn(fields, 'command_template');
  if (template !== undefined) {
    const command = template.replaceAll(/\{\{-?\s*value\s*-?\}\}/g, '{value}');
    if (command.includes('{{') || command.includes('{%'))
      throw new NotSupported(`its template is ${template}`);
    return command;
  }
  const [on, off] = [payloadIn(fields, 'payload_on'), payloadIn(fields, 'payload_off')];
  const isOther = (state: string, sent: string | undefined) => (payloadIn(fields, state) ?? sent) !== sent;
  if (component === 'switch' && (isOther('state_on', on) || isOther('state_off', off)))
    throw new NotSupported('its commands differ from its states');
  return undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const textIn = (fields: Fields, name: string) => textOf(fields[name]);
/** A message, which may be announced as true or 1. */
const payloadIn = (fields: Fields, name: string) =>
  ['boolean', 'number'].includes(typeof fields[name]) ? JSON.stringify(fields[name]) : textIn(fields, name);
const numberIn = (fields: Fields, name: string) =>
  typeof fields[name] === 'number' ? fields[name] : undefined;
