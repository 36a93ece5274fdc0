import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useHasRole } from '../../../api/account';
import { useFormat } from '../../../format/use-format';
import { DataTable } from '../../../ui/data-table';
import { Fact, Facts } from '../../../ui/facts';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { Panel } from '../../../ui/panel';
import { useAction } from '../../../ui/use-action';
import { type Bill, type BillLine, BILLS, CONTRACTS, setSupplierBill } from './bills.queries';
import { useBillsTexts } from './bills.texts';
import { useMonthText } from './monthly-bills';
import { useMoney } from './use-money';
import classes from './bills.module.css';

const PRICE_DIGITS = 9;

interface OneBillProps {
  contractId: number;
  bill: Bill;
}

/** The lines of a bill, its sums, and the total of the supplier's bill. */
export function OneBill({ contractId, bill }: OneBillProps) {
  const t = useBillsTexts();
  const messageText = useMessageText();
  const title = t('billOf', { month: useMonthText()(bill.month) });
  const money = useMoney(bill.currency);
  const isEngineer = useHasRole('engineer');
  return (
    <Panel title={title}>
      <Stack gap="sm">
        {bill.missing.map((reason) => (
          <Text key={reason.message} size="sm" c="dimmed">
            {messageText(reason)}
          </Text>
        ))}
        <Lines lines={bill.lines} currency={bill.currency} label={title} />
        <Facts>
          <Fact name={t('net')}>{money(bill.net)}</Fact>
          <Fact name={t('vatAmount')}>{money(bill.vat)}</Fact>
          <Fact name={t('total')}>{money(bill.total)}</Fact>
          <Fact name={t('supplier')}>{money(bill.supplierTotal)}</Fact>
          <Fact name={t('difference')}>{money(bill.difference)}</Fact>
        </Facts>
        {isEngineer && <SupplierForm contractId={contractId} bill={bill} />}
      </Stack>
    </Panel>
  );
}

function Lines({ lines, currency, label }: { lines: readonly BillLine[]; currency: string; label: string }) {
  const t = useBillsTexts();
  const { date, number, quantity } = useFormat();
  const money = useMoney(currency);
  return (
    <DataTable
      label={label}
      items={lines}
      keyOf={(line) => lines.indexOf(line)}
      columns={[
        { key: 'kind', title: t('line'), render: (line) => <LineText line={line} /> },
        { key: 'from', title: t('from'), render: ({ from }) => date(from) },
        {
          key: 'quantity',
          title: t('quantity'),
          align: 'right',
          render: ({ kind, quantity: amount, unit }) =>
            kind === 'standing' ? t('months', { count: number(amount, 6) }) : quantity(amount, unit, 3),
        },
        {
          key: 'price',
          title: t('unitPrice'),
          align: 'right',
          render: ({ price }) => quantity(price, currency, PRICE_DIGITS),
        },
        { key: 'amount', title: t('amount'), align: 'right', render: ({ amount }) => money(amount) },
      ]}
    />
  );
}

/** The kind of a line, and how its quantity and price were found. */
function LineText({ line: { kind, explanation } }: { line: BillLine }) {
  const t = useBillsTexts();
  const messageText = useMessageText();
  return (
    <>
      {t(`kind.${kind}`)}
      {explanation.map((message) => (
        <Text key={message.code} size="xs" c="dimmed">
          {messageText(message)}
        </Text>
      ))}
    </>
  );
}

/** The total of the supplier's bill. An empty field deletes it. */
function SupplierForm({ contractId, bill: { month, supplierTotal } }: OneBillProps) {
  const t = useBillsTexts();
  const form = useForm<{ total: number | string }>({ initialValues: { total: supplierTotal ?? '' } });
  const save = useAction(
    async () => {
      const { total } = form.values;
      await setSupplierBill(contractId, month, total === '' ? null : Number(total));
    },
    { done: t('done.supplier'), changes: [BILLS, CONTRACTS], form },
  );
  return (
    <form noValidate className={classes.screen} onSubmit={form.onSubmit(() => save.mutate())}>
      <Group gap="xs" align="flex-end">
        <NumberInput
          label={t('supplierTotal')}
          description={t('supplierHint')}
          decimalScale={4}
          hideControls
          {...form.getInputProps('total')}
        />
        <Button type="submit" variant="default" loading={save.isPending}>
          {t('save')}
        </Button>
      </Group>
    </form>
  );
}
