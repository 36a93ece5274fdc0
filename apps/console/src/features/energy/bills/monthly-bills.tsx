import { Text } from '@mantine/core';
import { useFormat } from '../../../format/use-format';
import { DataTable } from '../../../ui/data-table';
import type { Bill } from './bills.queries';
import { useBillsTexts } from './bills.texts';
import { useMoney } from './use-money';

interface MonthlyBillsProps {
  bills: readonly Bill[];
  onOpen: (month: string) => void;
}

/** The totals of the months beside those of the supplier. */
export function MonthlyBills({ bills, onOpen }: MonthlyBillsProps) {
  const t = useBillsTexts();
  const { share } = useFormat();
  const monthText = useMonthText();
  const money = useMoney(bills[0]?.currency ?? 'EUR');
  return (
    <DataTable
      label={t('bills')}
      items={bills}
      keyOf={({ month }) => month}
      columns={[
        { key: 'month', title: t('month'), render: ({ month }) => monthText(month) },
        { key: 'net', title: t('net'), align: 'right', render: ({ net }) => money(net) },
        { key: 'vatAmount', title: t('vatAmount'), align: 'right', render: ({ vat }) => money(vat) },
        { key: 'total', title: t('total'), align: 'right', render: ({ total }) => money(total) },
        {
          key: 'supplier',
          title: t('supplier'),
          align: 'right',
          render: ({ supplierTotal }) => money(supplierTotal),
        },
        {
          key: 'difference',
          title: t('difference'),
          align: 'right',
          render: ({ difference }) => (
            <Text span size="sm" fw={difference ? 600 : undefined}>
              {money(difference)}
            </Text>
          ),
        },
        { key: 'coverage', title: t('coverage'), align: 'right', render: ({ coverage }) => share(coverage) },
      ]}
      onOpen={({ month }) => onOpen(month)}
    />
  );
}

/** Returns a function that writes a month such as `2026-03`. */
export function useMonthText(): (month: string) => string {
  const { part } = useFormat();
  return (month) => part(`${month}-01T00:00:00Z`, { timeZone: 'UTC', year: 'numeric', month: 'long' });
}
