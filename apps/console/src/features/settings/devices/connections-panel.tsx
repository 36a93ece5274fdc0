import { useRef, useState } from 'react';
import { ActionIcon, Button, FileButton, Group, Switch, Text } from '@mantine/core';
import { mdiContentCopy, mdiMagnify, mdiPencilOutline, mdiTablePlus, mdiTrashCanOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { saveContent } from '../../../api/save-file';
import { DataTable } from '../../../ui/data-table';
import { CreateButton } from '../../../ui/form-button';
import { Icon } from '../../../ui/icon';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { gatewayConfigurationQuery } from '../settings.queries';
import { ConnectionForm } from './connection-form';
import { ConfirmChange, NewMeter } from './connection-forms';
import { useDeviceTexts } from './devices.texts';
import { ImportPoints } from './import-points';
import { SearchDevices } from './search-devices';
import { type Configured, useSaveConnections } from './use-save-connections';

const FILE_NAME = 'bridge.json';

/** How a gateway reaches its devices. Is hidden for a gateway that cannot be configured from here. */
export function ConnectionsPanel({ gateway }: { gateway: number }) {
  const t = useDeviceTexts();
  const query = useQuery(gatewayConfigurationQuery(gateway));
  if (query.data === null) return null;
  const configured = query.data && { gateway, configuration: query.data };
  return (
    <Panel title={t('connections')} actions={configured && <PanelActions configured={configured} />}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('connectionsHint')}
      </Text>
      <QueryState query={query} height={96}>
        {(configuration) => configuration && <ConnectionTable configured={{ gateway, configuration }} />}
      </QueryState>
    </Panel>
  );
}

function PanelActions({ configured }: { configured: Configured }) {
  const t = useDeviceTexts();
  const { connections } = configured.configuration;
  const [file, setFile] = useState<File | null>(null);
  const resetInput = useRef<() => void>(null);
  const content = () => new Blob([JSON.stringify({ connections }, null, 2)], { type: 'application/json' });
  const close = () => {
    setFile(null);
    // The same file can then be chosen again.
    resetInput.current?.();
  };
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => saveContent(FILE_NAME, content())}>
        {t('export')}
      </Button>
      <FileButton resetRef={resetInput} accept=".json,application/json" onChange={setFile}>
        {(props) => (
          <Button variant="default" {...props}>
            {t('import')}
          </Button>
        )}
      </FileButton>
      {file && (
        <ConfirmChange
          configured={configured}
          title={t('import')}
          confirm={t('replace')}
          effect={t('importEffect', { name: file.name })}
          replacement={file}
          onClose={close}
        />
      )}
      <CreateButton title={t('newConnection')} lowestRole="admin">
        {(onClose) => <ConnectionForm configured={configured} onClose={onClose} />}
      </CreateButton>
      <CreateButton title={t('searchDevices')} lowestRole="admin">
        {(onClose) => <SearchDevices configured={configured} onClose={onClose} />}
      </CreateButton>
      <CreateButton title={t('newMeter')} lowestRole="admin">
        {(onClose) => <NewMeter configured={configured} onClose={onClose} />}
      </CreateButton>
    </Group>
  );
}

interface Row {
  position: number;
  name: string;
  protocol: string;
  devices: number;
  isOn: boolean;
}

function ConnectionTable({ configured }: { configured: Configured }) {
  const t = useDeviceTexts();
  const { connections } = configured.configuration;
  // One for all rows, because a second change before the first one is stored would be refused.
  const { isPending, mutate } = useSaveConnections(configured);
  const rows = connections.map(({ name, protocol, devices, enabled }, position): Row => ({
    position,
    name: String(name),
    protocol: String(protocol),
    devices: Array.isArray(devices) ? devices.length : 0,
    isOn: enabled !== false,
  }));
  const toggle = ({ position, isOn }: Row) =>
    mutate(connections.with(position, { ...connections[position], enabled: !isOn }));
  if (rows.length === 0) return <Text>{t('noConnections')}</Text>;
  return (
    <DataTable
      label={t('connections')}
      items={rows}
      keyOf={({ position }) => position}
      columns={[
        { key: 'name', title: t('connection'), render: ({ name }) => name },
        { key: 'protocol', title: t('protocol'), render: ({ protocol }) => protocol },
        { key: 'devices', title: t('title'), align: 'right', render: ({ devices }) => devices },
        {
          key: 'on',
          title: t('isOn'),
          render: (row) => (
            <Switch
              aria-label={t('on', { name: row.name })}
              checked={row.isOn}
              disabled={isPending}
              onChange={() => toggle(row)}
            />
          ),
        },
        {
          key: 'actions',
          title: t('actions'),
          align: 'right',
          render: (row) => <RowActions row={row} configured={configured} />,
        },
      ]}
    />
  );
}

function RowActions({
  row: { position, name, protocol, devices },
  configured,
}: {
  row: Row;
  configured: Configured;
}) {
  const t = useDeviceTexts();
  const [shown, setShown] = useState<'search' | 'points' | 'own' | 'copy' | 'deletion' | null>(null);
  const { connections } = configured.configuration;
  const own = connections[position];
  const form = { configured, onClose: () => setShown(null) };
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {!protocol.startsWith('modbus') && (
        <RowIcon label={t('searchIn', { name })} icon={mdiMagnify} onClick={() => setShown('search')} />
      )}
      {devices > 0 && (
        <RowIcon
          label={t('importPointsOf', { name })}
          icon={mdiTablePlus}
          onClick={() => setShown('points')}
        />
      )}
      <RowIcon label={t('edit', { name })} icon={mdiPencilOutline} onClick={() => setShown('own')} />
      <RowIcon label={t('duplicate', { name })} icon={mdiContentCopy} onClick={() => setShown('copy')} />
      <RowIcon label={t('delete', { name })} icon={mdiTrashCanOutline} onClick={() => setShown('deletion')} />
      {shown === 'search' && <SearchDevices {...form} position={position} />}
      {shown === 'points' && <ImportPoints {...form} position={position} />}
      {shown === 'own' && <ConnectionForm {...form} position={position} content={own} />}
      {shown === 'copy' && <ConnectionForm {...form} content={{ ...own, name: t('copyName', { name }) }} />}
      {shown === 'deletion' && (
        <ConfirmChange
          {...form}
          title={t('delete', { name })}
          confirm={t('deleteConnection')}
          effect={t('deleteEffect')}
          replacement={connections.toSpliced(position, 1)}
        />
      )}
    </Group>
  );
}

function RowIcon({ label, icon, onClick }: { label: string; icon: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      <Icon path={icon} />
    </ActionIcon>
  );
}
