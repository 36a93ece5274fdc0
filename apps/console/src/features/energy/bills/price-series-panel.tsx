import { Button, FileButton, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../format/use-format';
import { DataTable } from '../../../ui/data-table';
import { DeleteIcon } from '../../../ui/delete-button';
import { CreateButton, EditButton } from '../../../ui/form-button';
import { FormDialog } from '../../../ui/form-dialog';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { useAction } from '../../../ui/use-action';
import {
  BILLS,
  changeSeries,
  createSeries,
  deleteSeries,
  importPrices,
  type PriceSeries,
  SERIES,
  seriesQuery,
} from './bills.queries';
import { useBillsTexts } from './bills.texts';

/** The price series of contracts, whose prices are imported from files or fetched. */
export function PriceSeriesPanel() {
  const t = useBillsTexts();
  return (
    <Panel
      title={t('seriesList')}
      actions={
        <CreateButton title={t('addSeries')}>{(close) => <SeriesForm onClose={close} />}</CreateButton>
      }
    >
      <QueryState query={useQuery(seriesQuery)} height={80}>
        {(series) =>
          series.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('noSeries')}
            </Text>
          ) : (
            <DataTable
              label={t('seriesList')}
              items={series}
              keyOf={({ id }) => id}
              columns={[
                { key: 'name', title: t('name'), render: ({ name }) => name },
                { key: 'currency', title: t('currency'), render: ({ currency }) => currency },
                { key: 'source', title: t('source'), render: (one) => <SourceState series={one} /> },
                { key: 'actions', title: t('actions'), render: (one) => <SeriesActions series={one} /> },
              ]}
            />
          )
        }
      </QueryState>
    </Panel>
  );
}

/** The source of the prices, and whether the last fetch worked. */
function SourceState({ series: { source } }: { series: PriceSeries }) {
  const t = useBillsTexts();
  const messageText = useMessageText();
  const { dateTime } = useFormat();
  if (!source) return t('sourceFiles');
  const { url, fetchedAt, failure } = source;
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      <Text size="xs" c={failure ? 'var(--mantine-color-error)' : 'dimmed'}>
        {failure ? messageText(failure) : t('fetchedAt', { time: dateTime(fetchedAt) })}
      </Text>
    </>
  );
}

function SeriesActions({ series }: { series: PriceSeries }) {
  const { id, name } = series;
  const t = useBillsTexts();
  const { number, dateTime } = useFormat();
  const send = useAction((file: File) => importPrices(id, file), {
    done: ({ prices, first, last }) =>
      t('done.prices', { count: number(prices), from: dateTime(first), last: dateTime(last) }),
    changes: [BILLS],
  });
  return (
    <Group gap="xs" wrap="nowrap">
      <FileButton accept=".csv,text/csv" onChange={(file) => file && send.mutate(file)}>
        {(props) => (
          <Button
            size="xs"
            variant="default"
            loading={send.isPending}
            aria-label={t('importInto', { name })}
            {...props}
          >
            {t('importPrices')}
          </Button>
        )}
      </FileButton>
      <EditButton title={t('changeSeries')}>
        {(close) => <SeriesForm stored={series} onClose={close} />}
      </EditButton>
      <DeleteIcon
        label={t('deleteSeries', { name })}
        title={t('deleteSeries', { name })}
        remove={() => deleteSeries(id)}
        changes={[SERIES]}
      >
        {t('deleteSeriesEffect')}
      </DeleteIcon>
    </Group>
  );
}

/** A new series without `stored`. The address of a stored one is entered again, because its query is not shown. */
function SeriesForm({ stored, onClose }: { stored?: PriceSeries; onClose: () => void }) {
  const t = useBillsTexts();
  const form = useForm({
    initialValues: {
      name: stored?.name ?? '',
      currency: stored?.currency ?? '',
      url: stored?.source?.url ?? '',
    },
    validate: {
      name: (name) => (name.trim() === '' ? t('missing') : null),
      currency: (code) => (/^[A-Z]{3}$/.test(code) ? null : t('notCurrency')),
    },
  });
  const save = useAction(
    () => {
      const { currency } = form.values;
      const name = form.values.name.trim();
      const url = form.values.url.trim() || null;
      if (!stored) return createSeries({ name, currency, url });
      return changeSeries(stored.id, { name, ...(form.isDirty('url') && { url }) });
    },
    { done: t(stored ? 'done.save' : 'done.series'), changes: [SERIES], onDone: onClose, form },
  );
  return (
    <FormDialog
      title={t(stored ? 'changeSeries' : 'addSeries')}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={form.isDirty}
      onConfirm={form.onSubmit(() => save.mutate())}
      onClose={onClose}
    >
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      {!stored && (
        <TextInput label={t('currency')} required maxLength={3} {...form.getInputProps('currency')} />
      )}
      <TextInput
        label={t('sourceUrl')}
        description={t(stored?.source ? 'sourceUrlChange' : 'sourceUrlHint')}
        type="url"
        maxLength={2048}
        {...form.getInputProps('url')}
      />
      <Text size="sm" c="dimmed">
        {t('priceFormat')}
      </Text>
    </FormDialog>
  );
}
