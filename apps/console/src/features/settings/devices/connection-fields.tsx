import { useState } from 'react';
import { Anchor, NumberInput, PasswordInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { Connection } from '../settings.queries';
import { useConnectionFieldText } from './connection-fields.texts';
import type { ConnectionField } from './connection-schema';
import { useDeviceTexts } from './devices.texts';

/** Protocols without a name here are shown by their ids. */
const PROTOCOL_NAMES: Readonly<Record<string, string>> = {
  'modbus-tcp': 'Modbus TCP',
  'modbus-rtu-over-tcp': 'Modbus RTU over TCP',
  'bacnet-ip': 'BACnet/IP',
  mqtt: 'MQTT',
  sparkplug: 'Sparkplug B',
};

interface ConnectionFieldsProps {
  fieldsOf: ReadonlyMap<string, ConnectionField[]>;
  connection: Connection;
  isNew: boolean;
  /** An empty one belongs to a field that was edited since. */
  errors: Readonly<Record<string, string>>;
  /** @param name the field that was edited */
  onChange: (connection: Connection, name: string) => void;
}

/** The fields of a connection except for its lists and objects, as the schema of its protocol requires. */
export function ConnectionFields({ fieldsOf, connection, isNew, errors, onChange }: ConnectionFieldsProps) {
  const t = useDeviceTexts();
  const { protocol, devices } = connection;
  const [showsAll, setShowsAll] = useState(false);
  const fields = fieldsOf.get(String(protocol)) ?? [];
  const others = fields.filter(({ isRequired }) => !isRequired);
  const isOpen = showsAll || others.some(({ name }) => name in errors);
  const choose = (chosen: string | null) => {
    if (chosen !== null) onChange(withProtocol(connection, chosen, fieldsOf.get(chosen) ?? []), 'protocol');
  };
  return (
    <Stack gap="sm">
      <Select
        label={t('protocol')}
        required
        allowDeselect={false}
        disabled={!isNew}
        data={[...fieldsOf.keys()].map((value) => ({ value, label: PROTOCOL_NAMES[value] ?? value }))}
        value={typeof protocol === 'string' ? protocol : null}
        error={errors['protocol']}
        onChange={choose}
      />
      {(isOpen ? fields : fields.filter(({ isRequired }) => isRequired)).map((field) => (
        <ScalarField
          key={field.name}
          field={field}
          value={connection[field.name]}
          error={errors[field.name]}
          onChange={(value) => onChange({ ...connection, [field.name]: value }, field.name)}
        />
      ))}
      {others.length > 0 && !isOpen && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setShowsAll(true)}>
          {t('moreSettings')}
        </Anchor>
      )}
      {fields.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('devicesInJson', { count: Array.isArray(devices) ? devices.length : 0 })}
        </Text>
      )}
    </Stack>
  );
}

/** A new connection of another protocol, with the values of the fields that both protocols have. */
function withProtocol(connection: Connection, protocol: string, fields: ConnectionField[]): Connection {
  const { name, devices } = connection;
  const kept = Object.fromEntries(fields.map((field) => [field.name, connection[field.name]]));
  // Undefined fields are not sent, but keep the order of the fields in the JSON.
  return { name, protocol, ...kept, devices };
}

/** Begins a password that the gateway has encrypted. A typed password replaces it. */
const STORED_PASSWORD = 'encrypted:';

interface ScalarFieldProps {
  field: ConnectionField;
  value: unknown;
  error: string | undefined;
  /** Undefined removes the value. */
  onChange: (value: unknown) => void;
}

function ScalarField({ field, value, error, onChange }: ScalarFieldProps) {
  const t = useDeviceTexts();
  const { name, schema, isRequired } = field;
  const { minimum, maximum, default: standard } = schema;
  const { label, help } = useConnectionFieldText()(field);
  const range = minimum !== undefined && maximum !== undefined && t('range', { minimum, maximum });
  const texts = { label, description: [help, range].filter(Boolean).join(' ') || undefined, error };
  if (schema.type === 'boolean')
    return (
      <Switch
        {...texts}
        checked={(value ?? standard) === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  const input = {
    ...texts,
    required: isRequired,
    placeholder: standard === undefined ? undefined : t('standard', { value: String(standard) }),
  };
  if (schema.enum)
    return (
      <Select
        {...input}
        clearable={!isRequired}
        data={schema.enum.map(String)}
        value={typeof value === 'string' || typeof value === 'number' ? String(value) : null}
        onChange={(chosen) => onChange(schema.enum?.find((each) => String(each) === chosen))}
      />
    );
  if (schema.type !== 'string')
    return (
      <NumberInput
        {...input}
        // A value out of range gets an error, instead of another value.
        clampBehavior="none"
        min={minimum}
        max={maximum}
        allowDecimal={schema.type !== 'integer'}
        // While it is typed, a number may be an unfinished text such as `0.`.
        value={typeof value === 'number' || typeof value === 'string' ? value : ''}
        onChange={(next) => onChange(next === '' ? undefined : next)}
        onBlur={() => typeof value === 'string' && onChange(numberIn(value))}
      />
    );
  const text = {
    ...input,
    value: typeof value === 'string' ? value : '',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange(currentTarget.value || undefined),
  };
  const isStored = text.value.startsWith(STORED_PASSWORD);
  return name === 'password' ? (
    <PasswordInput
      {...text}
      {...(isStored && { value: '', placeholder: t('storedPassword') })}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
    />
  ) : (
    <TextInput {...text} autoComplete="off" data-autofocus={name === 'name' || undefined} />
  );
}

/** Returns the number that a text contains; the text if it contains none. */
function numberIn(text: string): number | string {
  return Number.isNaN(Number(text)) ? text : Number(text);
}
