import { useState } from 'react';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../api/areas';
import { useFormat } from '../../../format/use-format';
import { DataTable } from '../../../ui/data-table';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { energyUnitOf } from '../energy.queries';
import { type Contract, SHARED_BY, type SharedBy, sharesQuery } from './bills.queries';
import { useBillsTexts } from './bills.texts';
import { useMoney } from './use-money';
import classes from './bills.module.css';

interface BillSharesProps {
  contract: Contract;
  month: string;
  areas: readonly Area[];
}

/** The shares of a bill that the areas inside the area of the contract pay. */
export function BillShares({ contract, month, areas }: BillSharesProps) {
  const t = useBillsTexts();
  const messageText = useMessageText();
  const { quantity } = useFormat();
  const money = useMoney(contract.currency);
  const [by, setBy] = useState<SharedBy>('energy');
  const unit = by === 'energy' ? energyUnitOf(contract) : 'm²';
  const nameOf = (areaId: number | null) =>
    areaId === null ? t('shareRest') : (areas.find(({ id }) => id === areaId)?.name ?? `#${areaId}`);
  return (
    <Panel
      title={t('shares')}
      actions={
        <SegmentedControl
          className={classes.screen}
          size="xs"
          aria-label={t('sharedBy')}
          data={SHARED_BY.map((value) => ({ value, label: t(`sharedBy.${value}`) }))}
          value={by}
          onChange={(value) => setBy(SHARED_BY.find((known) => known === value) ?? 'energy')}
        />
      }
    >
      <QueryState query={useQuery(sharesQuery(contract.id, month, by))} height={160}>
        {([bill]) =>
          bill && (
            <Stack gap="sm">
              {bill.missing.map((reason) => (
                <Text key={reason.message} size="sm" c="dimmed">
                  {messageText(reason)}
                </Text>
              ))}
              <DataTable
                label={t('shares')}
                items={bill.shares}
                keyOf={({ areaId }) => areaId ?? 'rest'}
                columns={[
                  { key: 'area', title: t('area'), render: ({ areaId }) => nameOf(areaId) },
                  {
                    key: 'quantity',
                    title: t('quantity'),
                    align: 'right',
                    render: (share) => quantity(share.quantity, unit, 3),
                  },
                  { key: 'net', title: t('net'), align: 'right', render: ({ net }) => money(net) },
                  { key: 'vat', title: t('vatAmount'), align: 'right', render: ({ vat }) => money(vat) },
                  { key: 'total', title: t('total'), align: 'right', render: ({ total }) => money(total) },
                ]}
              />
            </Stack>
          )
        }
      </QueryState>
    </Panel>
  );
}
