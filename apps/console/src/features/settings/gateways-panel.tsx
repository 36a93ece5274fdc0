import { useState } from 'react';
import { ActionIcon, Code, Group } from '@mantine/core';
import { mdiPencilOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { StateBadge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { DeleteIcon } from '../../ui/delete-button';
import { CreateButton } from '../../ui/form-button';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { BreakerBadge } from './breaker-badge';
import { EditGateway, NewGateway } from './gateway-form';
import { deleteGateway, type Gateway, GATEWAYS, gatewaysQuery, MAIN_GATEWAY } from './settings.queries';
import { useSettingsTexts } from './settings.texts';

/** The gateways with their states. All except the one of the environment can be changed. */
export function GatewaysPanel() {
  const t = useSettingsTexts();
  const columns = useColumns();
  const create = (
    <CreateButton title={t('newGateway')} lowestRole="admin">
      {(close) => <NewGateway onClose={close} />}
    </CreateButton>
  );
  return (
    <Panel title={t('gateways')} actions={create}>
      <QueryState query={useQuery(gatewaysQuery)} height={96}>
        {(gateways) => (
          <DataTable label={t('gateways')} items={gateways} keyOf={({ id }) => id} columns={columns} />
        )}
      </QueryState>
    </Panel>
  );
}

function useColumns(): Column<Gateway>[] {
  const t = useSettingsTexts();
  const { dateTime } = useFormat();
  return [
    { key: 'name', title: t('gatewayName'), render: (gateway) => <GatewayName gateway={gateway} /> },
    { key: 'prefix', title: t('prefix'), render: ({ prefix }) => (prefix ? <Code>{prefix}</Code> : '–') },
    { key: 'url', title: t('address'), render: ({ url }) => url },
    { key: 'state', title: t('state'), render: (gateway) => <GatewayState gateway={gateway} /> },
    {
      key: 'success',
      title: t('lastAnswer'),
      render: ({ state: { lastSuccessAt } }) => (lastSuccessAt ? dateTime(lastSuccessAt) : '–'),
    },
    {
      key: 'actions',
      title: t('actions'),
      align: 'right',
      render: (gateway) => gateway.id !== MAIN_GATEWAY && <Actions gateway={gateway} />,
    },
  ];
}

function GatewayName({ gateway: { id, name } }: { gateway: Gateway }) {
  const t = useSettingsTexts();
  return id === MAIN_GATEWAY ? t('mainGateway') : name;
}

function GatewayState({ gateway: { enabled, state } }: { gateway: Gateway }) {
  const t = useSettingsTexts();
  if (!enabled) return <StateBadge tone="neutral">{t('switchedOff')}</StateBadge>;
  return <BreakerBadge breaker={state.breaker} />;
}

function Actions({ gateway }: { gateway: Gateway }) {
  const t = useSettingsTexts();
  const [isEditing, setIsEditing] = useState(false);
  const { id, name } = gateway;
  const label = t('editNamed', { name });
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        title={label}
        onClick={() => setIsEditing(true)}
      >
        <Icon path={mdiPencilOutline} />
      </ActionIcon>
      <DeleteIcon
        label={t('deleteNamed', { name })}
        title={t('deleteGateway')}
        remove={() => deleteGateway(id)}
        changes={[GATEWAYS]}
      >
        {t('deleteGatewayHint', { name })}
      </DeleteIcon>
      {isEditing && <EditGateway gateway={gateway} onClose={() => setIsEditing(false)} />}
    </Group>
  );
}
