import type { AvailabilityConfiguration, MqttPointConfiguration } from './mqtt.dto';

/** A point that a device announces, as it is written into the configuration. */
export interface AnnouncedPoint {
  device: string;
  availability?: Partial<AvailabilityConfiguration>;
  point: Partial<MqttPointConfiguration>;
}

/** The announcement is for a kind of point, or has a template, that the bridge does not support. */
export class NotSupported extends Error {}

/** The short names of the fields that the bridge reads. Source: Home Assistant, MQTT integration, discovery messages. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  avty: 'availability',
  avty_t: 'availability_topic',
  pl_avail: 'payload_available',
  pl_not_avail: 'payload_not_available',
  cmd_t: 'command_topic',
  cmd_tpl: 'command_template',
  dev: 'device',
  ids: 'identifiers',
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
/** The way to a value: `{{ value_json.a.b }}` or `{{ value_json['a'].b }}`. */
const TEMPLATE = /^\{\{-?\s*value(?:_json((?:\.\w+|\[(?:'[^'\]]+'|"[^"\]]+"|\d+)\])+))?\s*-?\}\}$/;
const STEP = /\.(\w+)|\[(?:'([^']+)'|"([^"]+)"|(\d+))\]/g;

type Fields = Record<string, unknown>;

/**
 * Reads the announcement of a point.
 * @param topic `<prefix>/<component>/[<node>/]<object>/config`
 * @throws NotSupported with the reason
 */
export function announcedPoint(topic: string, message: string): AnnouncedPoint {
  const [, component = '', ...ids] = topic.split('/').slice(0, -1);
  if (!SWITCHES.has(component) && !NUMBERS.has(component)) throw new NotSupported(`it is a ${component}`);
  const fields = completed(message);
  const stateTopic = textIn(fields, 'state_topic');
  if (stateTopic === undefined) throw new NotSupported('it has no state_topic');
  const device = isFields(fields.device) ? withLongNames(fields.device) : {};
  const identifiers = [device.identifiers].flat();
  const commandTopic = textIn(fields, 'command_topic');
  const path = pathOf(textIn(fields, 'value_template'));
  return {
    device: textIn(device, 'name') ?? textOf(identifiers[0]) ?? ids[0] ?? component,
    ...availabilityOf(fields),
    point: {
      suffix: ids.join('.'),
      name: textIn(fields, 'name') ?? ids.join(' '),
      unit: textIn(fields, 'unit_of_measurement'),
      type: SWITCHES.has(component) ? 'bool' : 'number',
      topic: stateTopic,
      path,
      ...(SWITCHES.has(component) && {
        on: textIn(fields, 'state_on') ?? textIn(fields, 'payload_on'),
        off: textIn(fields, 'state_off') ?? textIn(fields, 'payload_off'),
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

function completed(message: string): Fields {
  let content: unknown;
  try {
    content = JSON.parse(message);
  } catch {
    throw new NotSupported('it is not JSON');
  }
  if (!isFields(content)) throw new NotSupported('it is not a JSON object');
  const fields = withLongNames(content);
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
  const [first] = [fields.availability].flat();
  const described = isFields(first) ? withLongNames(first) : { ...fields, topic: fields.availability_topic };
  const topic = textIn(described, 'topic');
  if (topic === undefined) return {};
  return {
    availability: {
      topic,
      online: textIn(described, 'payload_available'),
      offline: textIn(described, 'payload_not_available'),
    },
  };
}

/** @throws NotSupported if the template is more than the way to a value */
function pathOf(template: string | undefined): string | undefined {
  if (template === undefined) return undefined;
  const found = TEMPLATE.exec(template.trim());
  if (!found) throw new NotSupported(`its template is ${template}`);
  const [, way] = found;
  return (
    way && [...way.matchAll(STEP)].map(([, ...names]) => names.find((name) => name !== undefined)).join('.')
  );
}

function commandOf(fields: Fields, component: string): string | undefined {
  const template = textIn(fields, 'command_template');
  if (template !== undefined) {
    const command = template.replaceAll(/\{\{-?\s*value\s*-?\}\}/g, '{value}');
    if (command.includes('{{') || command.includes('{%'))
      throw new NotSupported(`its template is ${template}`);
    return command;
  }
  const [on, off] = [textIn(fields, 'payload_on'), textIn(fields, 'payload_off')];
  const isOther = (state: string, sent: string | undefined) => (textIn(fields, state) ?? sent) !== sent;
  if (component === 'switch' && (isOther('state_on', on) || isOther('state_off', off)))
    throw new NotSupported('its commands differ from its states');
  return undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const textIn = (fields: Fields, name: string) => textOf(fields[name]);
const numberIn = (fields: Fields, name: string) =>
  typeof fields[name] === 'number' ? fields[name] : undefined;
