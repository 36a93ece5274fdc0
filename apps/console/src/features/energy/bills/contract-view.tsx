import { Button, Group, Select, Stack } from '@mantine/core';
import { mdiPrinterOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../api/areas';
import { type CalendarDate, spanOf } from '../../../format/calendar-period';
import { Icon } from '../../../ui/icon';
import { PageHeader } from '../../../ui/page-header';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { RecordActions } from '../../../ui/record-actions';
import { BILLS, billsQuery, type Contract, contractQuery, CONTRACTS, deleteContract } from './bills.queries';
import { useBillsTexts } from './bills.texts';
import { BillShares } from './bill-shares';
import { ContractForm } from './contract-form';
import { DemandNow } from './demand-now';
import { MonthlyBills } from './monthly-bills';
import { OneBill } from './one-bill';
import classes from './bills.module.css';

interface ContractViewProps {
  id: number;
  areas: readonly Area[];
  today: CalendarDate;
  /** By default, the current year. */
  year: number | undefined;
  /** The month whose lines are shown. */
  month: string | undefined;
  onYear: (year: number) => void;
  onMonth: (month: string) => void;
  onDeleted: () => void;
}

/** The bills of a contract by months, and the lines of one of them. */
export function ContractView({ id, areas, today, month, onYear, onMonth, ...props }: ContractViewProps) {
  const t = useBillsTexts();
  const thisYear = Number(today.slice(0, 4));
  const { year = thisYear, onDeleted } = props;
  const bills = useQuery({
    ...billsQuery(id, spanOf('year', `${year}-01-01`)),
    select: (ofYear) => ofYear.filter((bill) => bill.month <= today),
  });
  return (
    <QueryState query={useQuery(contractQuery(id))} height={600}>
      {(contract) => (
        <>
          <PageHeader
            title={contract.name}
            description={areas.find((area) => area.id === contract.areaId)?.name}
            actions={<Actions contract={contract} onDeleted={onDeleted} />}
          />
          <Stack gap="md">
            {contract.parts.some(({ demand }) => demand?.contractKw !== undefined) && (
              <DemandNow contract={contract} />
            )}
            <Panel
              title={t('billsOf', { year })}
              actions={
                <Select
                  className={classes.screen}
                  aria-label={t('year')}
                  allowDeselect={false}
                  data={yearsOf(contract, thisYear, year)}
                  value={String(year)}
                  onChange={(chosen) => onYear(Number(chosen))}
                />
              }
            >
              <QueryState query={bills} height={400}>
                {(found) => <MonthlyBills bills={found} onOpen={onMonth} />}
              </QueryState>
            </Panel>
            {bills.data
              ?.filter((bill) => bill.month === month)
              .map((bill) => (
                <OneBill key={bill.month} contractId={id} bill={bill} />
              ))}
            {month !== undefined && areas.some(({ parentId }) => parentId === contract.areaId) && (
              <BillShares contract={contract} month={month} areas={areas} />
            )}
          </Stack>
        </>
      )}
    </QueryState>
  );
}

function yearsOf({ parts }: Contract, thisYear: number, shown: number): string[] {
  const first = Math.min(shown, thisYear, Number(parts[0]?.validFrom.slice(0, 4) ?? thisYear));
  const last = Math.max(shown, thisYear);
  return Array.from({ length: last - first + 1 }, (_, index) => String(last - index));
}

function Actions({ contract, onDeleted }: { contract: Contract; onDeleted: () => void }) {
  const t = useBillsTexts();
  return (
    <Group gap="xs" className={classes.screen}>
      <RecordActions
        list="/energy/bills"
        titles={{ all: t('all'), edit: t('edit') }}
        deletion={{
          title: t('deleteTitle', { name: contract.name }),
          remove: () => deleteContract(contract.id),
          changes: [CONTRACTS, BILLS],
          onDeleted,
          children: t('deleteEffect'),
        }}
        more={
          <Button
            variant="default"
            leftSection={<Icon path={mdiPrinterOutline} />}
            onClick={() => globalThis.print()}
          >
            {t('print')}
          </Button>
        }
      >
        {(close) => <ContractForm stored={contract} onClose={close} />}
      </RecordActions>
    </Group>
  );
}
