import { useState } from 'react';
import { ActionIcon, Button, FileButton, Group, Switch, Text } from '@mantine/core';
import { mdiContentCopy, mdiPencilOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { saveContent } from '../../../api/save-file';
import { DataTable } from '../../../ui/data-table';
import { DeleteIcon } from '../../../ui/delete-button';
import { CreateButton } from '../../../ui/form-button';
import { Icon } from '../../../ui/icon';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { configureGateway, gatewayConfigurationQuery } from '../settings.queries';
import { ConnectionForm, NewMeter } from './connection-forms';
import { useDeviceTexts } from './devices.texts';
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
  const save = useSaveConnections(configured);
  const content = () => new Blob([JSON.stringify({ connections }, null, 2)], { type: 'application/json' });
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => saveContent(FILE_NAME, content())}>
        {t('export')}
      </Button>
      <FileButton accept=".json,application/json" onChange={(file) => file && save.mutate(file)}>
        {(props) => (
          <Button variant="default" loading={save.isPending} {...props}>
            {t('import')}
          </Button>
        )}
      </FileButton>
      <CreateButton title={t('newConnection')} lowestRole="admin">
        {(close) => <ConnectionForm configured={configured} onClose={close} />}
      </CreateButton>
      <CreateButton title={t('newMeter')} lowestRole="admin">
        {(close) => <NewMeter configured={configured} onClose={close} />}
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
  const rows = configured.configuration.connections.map(
    ({ name, protocol, devices, enabled }, position): Row => ({
      position,
      name: String(name),
      protocol: String(protocol),
      devices: Array.isArray(devices) ? devices.length : 0,
      isOn: enabled !== false,
    }),
  );
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
          key: 'actions',
          title: t('actions'),
          align: 'right',
          render: (row) => <RowActions row={row} configured={configured} />,
        },
      ]}
    />
  );
}

function RowActions({ row, configured }: { row: Row; configured: Configured }) {
  const t = useDeviceTexts();
  const { position, name, isOn } = row;
  const { gateway, configuration } = configured;
  const { version, connections } = configuration;
  const [shown, setShown] = useState<'own' | 'copy' | null>(null);
  const save = useSaveConnections(configured);
  const own = connections[position] ?? {};
  const form = { configured, onClose: () => setShown(null) };
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Switch
        aria-label={t('on', { name })}
        checked={isOn}
        disabled={save.isPending}
        onChange={() => save.mutate(connections.with(position, { ...own, enabled: !isOn }))}
      />
      <RowIcon label={t('edit', { name })} icon={mdiPencilOutline} onClick={() => setShown('own')} />
      <RowIcon label={t('duplicate', { name })} icon={mdiContentCopy} onClick={() => setShown('copy')} />
      <DeleteIcon
        label={t('delete', { name })}
        title={t('deleteConnection')}
        remove={() => configureGateway(gateway, { version, connections: connections.toSpliced(position, 1) })}
        changes={[gatewayConfigurationQuery(gateway).queryKey, ['/api/gateways/{id}/devices']]}
      >
        {t('deleteEffect')}
      </DeleteIcon>
      {shown === 'own' && <ConnectionForm {...form} position={position} content={own} />}
      {shown === 'copy' && <ConnectionForm {...form} content={{ ...own, name: t('copyName', { name }) }} />}
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
