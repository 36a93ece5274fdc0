import { useState } from 'react';
import {
  Checkbox,
  Fieldset,
  Group,
  NumberInput,
  PasswordInput,
  ScrollArea,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { FormDialog } from '../../../ui/form-dialog';
import type { Connection } from '../settings.queries';
import { TrialError, TrialPanel, useTrial } from './connection-trial';
import { useDeviceTexts } from './devices.texts';
import { type Configured, useSaveConnections } from './use-save-connections';

/** A point as the gateway found it. Its field `writable` says whether it can be made writable. */
interface FoundPoint {
  suffix: string;
  name: string;
  writable?: boolean;
}

interface FoundDevice {
  name: string;
  points: FoundPoint[];
}

interface Choice {
  key: string;
  device: FoundDevice;
  prefix: string;
  /** The chosen points, by their positions, and whether they may be written. At first, none may. */
  points: ReadonlyMap<number, boolean>;
}

/** A new connection without its devices. */
interface Network {
  name?: string;
  protocol: 'bacnet-ip' | 'mqtt' | 'sparkplug';
  broadcast?: string;
  port?: number;
  url?: string;
  username?: string;
  password?: string;
}

const PROTOCOLS: { value: Network['protocol']; label: string }[] = [
  { value: 'bacnet-ip', label: 'BACnet/IP' },
  { value: 'mqtt', label: 'MQTT (Home Assistant)' },
  { value: 'sparkplug', label: 'MQTT (Sparkplug B)' },
];
const EMPTY: Network = { protocol: 'bacnet-ip', broadcast: '255.255.255.255', port: 47_808 };

interface SearchDevicesProps {
  configured: Configured;
  /** The position of the connection that is searched. Default: a new one. */
  position?: number;
  onClose: () => void;
}

/** Searches devices, and adds the chosen points of the found ones. */
export function SearchDevices({ configured: newest, position, onClose }: SearchDevicesProps) {
  const t = useDeviceTexts();
  const [configured] = useState(newest);
  const { connections } = configured.configuration;
  const stored = position === undefined ? undefined : connections[position];
  const [network, setNetwork] = useState(EMPTY);
  const [choices, setChoices] = useState<Choice[]>([]);
  const trial = useTrial(configured.gateway, true);
  const save = useSaveConnections(configured, onClose);
  const searched: Connection = stored ?? { ...network };
  const { devices } = searched;
  const search = () =>
    trial.mutate(
      { ...searched, devices: devices ?? [] },
      { onSuccess: ({ found }) => setChoices((found as unknown as FoundDevice[]).map(choiceOf)) },
    );
  const change = (changed: Network) => {
    setNetwork(changed);
    if (changed.name !== network.name) return;
    // The found devices are those of another network.
    setChoices([]);
    trial.reset();
  };
  const added = choices.filter(({ points }) => points.size > 0).map(configuredDevice);
  const connection = { ...searched, devices: [...(Array.isArray(devices) ? devices : []), ...added] };
  const confirm = () =>
    save.mutate(
      connections.toSpliced(position ?? connections.length, position === undefined ? 0 : 1, connection),
    );
  return (
    <FormDialog
      title={stored ? t('searchIn', { name: String(stored['name']) }) : t('searchDevices')}
      confirm={t(added.length > 0 ? 'save' : 'search')}
      isRunning={save.isPending || trial.isPending}
      isDirty={() => choices.length > 0 || network !== EMPTY}
      onConfirm={added.length > 0 ? confirm : search}
      onClose={onClose}
    >
      {!stored && <NetworkFields network={network} onChange={change} />}
      {trial.isPending && <Text size="sm">{t('searching')}</Text>}
      <TrialError trial={trial} />
      {trial.data && <Text size="sm">{t('found', { count: choices.length })}</Text>}
      {choices.map((choice, index) => (
        <FoundPoints
          key={choice.key}
          choice={choice}
          onChange={(changed) => setChoices(choices.with(index, changed))}
        />
      ))}
      {trial.data?.skipped.map((line) => (
        <Text key={line} size="xs" c="dimmed">
          {line}
        </Text>
      ))}
      {added.length > 0 && (
        <TrialPanel
          key={JSON.stringify(connection)}
          gateway={configured.gateway}
          connectionOf={() => connection}
        />
      )}
    </FormDialog>
  );
}

/** The network of another protocol. Brokers have the same fields. */
function withProtocol({ name, ...network }: Network, protocol: Network['protocol']): Network {
  if (protocol === 'bacnet-ip') return { ...EMPTY, name };
  return { url: 'mqtt://', ...(network.url !== undefined && network), name, protocol };
}

interface NetworkFieldsProps {
  network: Network;
  onChange: (network: Network) => void;
}

function NetworkFields({ network, onChange }: NetworkFieldsProps) {
  const t = useDeviceTexts();
  const { protocol, port } = network;
  const text = (field: 'name' | 'broadcast' | 'url' | 'username' | 'password') => ({
    value: network[field] ?? '',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...network, [field]: currentTarget.value || undefined }),
  });
  return (
    <>
      <TextInput label={t('connection')} required data-autofocus {...text('name')} />
      <Select
        label={t('protocol')}
        allowDeselect={false}
        data={PROTOCOLS}
        value={protocol}
        onChange={(value) => {
          const chosen = PROTOCOLS.find((each) => each.value === value);
          if (chosen) onChange(withProtocol(network, chosen.value));
        }}
      />
      {protocol === 'bacnet-ip' ? (
        <>
          <TextInput label={t('broadcast')} description={t('broadcastHint')} {...text('broadcast')} />
          <NumberInput
            label={t('port')}
            min={1}
            max={65_535}
            value={port}
            onChange={(value) => onChange({ ...network, port: Number(value) })}
          />
        </>
      ) : (
        <>
          <TextInput label={t('broker')} description={t('brokerHint')} {...text('url')} />
          <TextInput label={t('username')} autoComplete="off" {...text('username')} />
          <PasswordInput label={t('password')} autoComplete="new-password" {...text('password')} />
        </>
      )}
    </>
  );
}

interface FoundPointsProps {
  choice: Choice;
  onChange: (choice: Choice) => void;
}

function FoundPoints({ choice, onChange }: FoundPointsProps) {
  const t = useDeviceTexts();
  const { device, prefix, points } = choice;
  const choose = (position: number, value: boolean | null) => {
    const changed = new Map(points);
    if (value === null) changed.delete(position);
    else changed.set(position, value);
    onChange({ ...choice, points: changed });
  };
  const all = device.points.length;
  return (
    <Fieldset legend={device.name}>
      <Stack gap="xs">
        <Checkbox
          fw={600}
          label={t('chosenOf', { chosen: points.size, all })}
          checked={all > 0 && points.size === all}
          indeterminate={points.size > 0 && points.size < all}
          onChange={() =>
            onChange({ ...choice, points: points.size === all ? new Map() : allPoints(device) })
          }
        />
        <TextInput
          label={t('prefix')}
          value={prefix}
          onChange={({ currentTarget }) => onChange({ ...choice, prefix: currentTarget.value })}
        />
        <ScrollArea.Autosize mah={280}>
          <Stack gap={4}>
            {device.points.map(({ suffix, name, writable }, position) => (
              <Group key={suffix} justify="space-between" wrap="nowrap">
                <Checkbox
                  label={name === suffix ? name : `${name} (${suffix})`}
                  checked={points.has(position)}
                  onChange={() => choose(position, points.has(position) ? null : false)}
                />
                {writable !== undefined && (
                  <Switch
                    label={t('mayBeWritten')}
                    aria-label={t('mayBeWrittenOf', { name: suffix })}
                    checked={points.get(position) ?? false}
                    onChange={({ currentTarget }) => choose(position, currentTarget.checked)}
                  />
                )}
              </Group>
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Stack>
    </Fieldset>
  );
}

function choiceOf(device: FoundDevice, position: number): Choice {
  const prefix = `${device.name.replaceAll(/\s+/g, '_')}.`;
  return { key: `${position} ${device.name}`, device, prefix, points: allPoints(device) };
}

function allPoints({ points }: FoundDevice): Choice['points'] {
  return new Map(points.map((_, position) => [position, false]));
}

function configuredDevice({ device, prefix, points }: Choice): object {
  const chosen = device.points.flatMap((point, position) => {
    const writable = points.get(position);
    return writable === undefined ? [] : [{ ...point, writable }];
  });
  return { ...device, prefix: prefix.trim(), points: chosen };
}
