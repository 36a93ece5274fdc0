import { Stack } from '@mantine/core';
import { mdiFileDocumentOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../../api/account';
import type { Area } from '../../../api/areas';
import { type CalendarDate, moved, spanOf } from '../../../format/calendar-period';
import { useFormat } from '../../../format/use-format';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { CreateButton } from '../../../ui/form-button';
import { PageHeader } from '../../../ui/page-header';
import { PagedTable } from '../../../ui/paged-table';
import { Panel } from '../../../ui/panel';
import { EnergyAreas } from '../energy-areas';
import { billsQuery, type ContractPart, CONTRACTS_PER_PAGE, contractsQuery } from './bills.queries';
import type { BillsSearch } from './bills-search';
import { useBillsTexts } from './bills.texts';
import { ContractForm } from './contract-form';
import { ContractView } from './contract-view';
import { PriceSeriesPanel } from './price-series-panel';

const route = getRouteApi('/shell/energy/bills');

/** The contracts with suppliers, or the bills of one of them. */
export function BillsPage() {
  const t = useBillsTexts();
  const { contract, year, month, page } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (changes: BillsSearch) => void navigate({ search: (before) => ({ ...before, ...changes }) });
  return (
    <EnergyAreas title={t('title')}>
      {(areas, today) =>
        contract === undefined ? (
          <ContractList
            areas={areas}
            today={today}
            page={page}
            onOpen={(id) => show({ contract: id })}
            onPage={(next) => show({ page: next })}
          />
        ) : (
          <ContractView
            id={contract}
            areas={areas}
            today={today}
            year={year}
            month={month}
            onYear={(chosen) => show({ year: chosen, month: undefined })}
            onMonth={(chosen) => show({ month: chosen })}
            onDeleted={() => show({ contract: undefined, year: undefined, month: undefined })}
          />
        )
      }
    </EnergyAreas>
  );
}

interface ContractListProps {
  areas: readonly Area[];
  today: CalendarDate;
  page: number | undefined;
  onOpen: (id: number) => void;
  onPage: (page: number) => void;
}

function ContractList({ areas, today, page = 1, onOpen, onPage }: ContractListProps) {
  const t = useBillsTexts();
  const typeText = useEnergyTypeTexts();
  const isEngineer = useHasRole('engineer');
  const create = (
    <CreateButton title={t('create')}>
      {(close) => <ContractForm onSaved={({ id }) => onOpen(id)} onClose={close} />}
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={create} />
      <Stack gap="md">
        <Panel>
          <PagedTable
            label={t('contracts')}
            query={useQuery(contractsQuery(page))}
            page={page}
            limit={CONTRACTS_PER_PAGE}
            none={t('none')}
            icon={mdiFileDocumentOutline}
            columns={[
              { key: 'name', title: t('contract'), render: ({ name }) => name },
              {
                key: 'area',
                title: t('area'),
                render: ({ areaId }) => areas.find(({ id }) => id === areaId)?.name ?? `#${areaId}`,
              },
              { key: 'type', title: t('energyType'), render: ({ energyType }) => typeText(energyType) },
              {
                key: 'since',
                title: t('validFrom'),
                render: ({ parts }) => <ValidFrom part={parts.at(-1)} />,
              },
              {
                key: 'lastBill',
                title: t('lastBill'),
                align: 'right',
                render: ({ id }) => <LastBill contractId={id} today={today} />,
              },
            ]}
            onOpen={({ id }) => onOpen(id)}
            onPage={onPage}
          />
        </Panel>
        {isEngineer && <PriceSeriesPanel />}
      </Stack>
    </>
  );
}

function ValidFrom({ part }: { part: ContractPart | undefined }) {
  const format = useFormat();
  return part ? format.part(part.validFrom, { timeZone: 'UTC', dateStyle: 'medium' }) : '–';
}

/** The total of the last whole month. */
function LastBill({ contractId, today }: { contractId: number; today: CalendarDate }) {
  const { money } = useFormat();
  const bill = useQuery(billsQuery(contractId, spanOf('month', moved('month', today, -1)))).data?.at(0);
  return bill ? money(bill.total, bill.currency) : '–';
}
