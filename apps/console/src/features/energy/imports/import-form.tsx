import {
  Button,
  FileInput,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { mdiFileDelimitedOutline } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import type { Area } from '../../../api/areas';
import { usePlatform } from '../../../api/platform';
import { useFormat } from '../../../format/use-format';
import { Figure } from '../../../ui/figure';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { FormButtons } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { Notice } from '../../../ui/notice';
import { useAction } from '../../../ui/use-action';
import { useErrorText } from '../../../ui/use-error-text';
import { type ImportAnswer, type ImportChoice, importReadings, IMPORTS } from './imports.queries';
import { useImportTexts } from './imports.texts';

/** The service finds the format in the file. */
const AUTOMATIC = 'auto';
const DATE_FORMATS = ['iso', 'dmy', 'mdy', 'serial'] as const;

interface Fields {
  pointCode: string;
  decimal: string;
  dateFormat: string;
  file: File | null;
}

/** Checks a file, shows what would be imported, and then imports it. */
export function ImportForm({ areas }: { areas: readonly Area[] }) {
  const t = useImportTexts();
  const errorText = useErrorText();
  const timezone = usePlatform()?.timezone ?? '';
  const form = useForm<Fields>({
    initialValues: { pointCode: '', decimal: AUTOMATIC, dateFormat: AUTOMATIC, file: null },
    validate: {
      pointCode: (code) => (code === '' ? t('meterMissing') : null),
      file: (file) => (file === null ? t('fileMissing') : null),
    },
    // Each change discards the preview, because the preview belongs to one file and one meter.
    onValuesChange: () => check.reset(),
  });
  const check = useMutation({
    mutationFn: async (fields: Fields) => {
      const choice = await choiceOf(fields);
      return { choice, answer: await importReadings(choice, true) };
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((fields) => check.mutate(fields))}>
      <Stack gap="md">
        <Title order={2} size="h5">
          {t('newImport')}
        </Title>
        <Select
          label={t('meter')}
          searchable
          data={areas
            .map(({ name, meters }) => ({ group: name, items: readCodes(meters) }))
            .filter(({ items }) => items.length > 0)}
          {...form.getInputProps('pointCode')}
        />
        <FileInput
          label={t('file')}
          description={t('fileHint', { timezone })}
          placeholder={t('choose')}
          accept=".csv,.txt,.tsv,.xml,text/csv,text/xml"
          leftSection={<Icon path={mdiFileDelimitedOutline} />}
          {...form.getInputProps('file')}
        />
        <SegmentedControl
          aria-label={t('decimal')}
          data={[
            { value: AUTOMATIC, label: t('automatic') },
            { value: '.', label: t('decimal.point') },
            { value: ',', label: t('decimal.comma') },
          ]}
          {...form.getInputProps('decimal')}
        />
        <Select
          label={t('dates')}
          allowDeselect={false}
          data={[
            { value: AUTOMATIC, label: t('automatic') },
            ...DATE_FORMATS.map((value) => ({ value, label: t(`dates.${value}`) })),
          ]}
          {...form.getInputProps('dateFormat')}
        />
        {check.isError && <Notice tone="critical">{errorText(check.error)}</Notice>}
        {check.data ? (
          <Preview {...check.data} onImported={() => form.reset()} />
        ) : (
          <FormButtons confirm={t('check')} isRunning={check.isPending} />
        )}
      </Stack>
    </form>
  );
}

async function choiceOf({ pointCode, decimal, dateFormat, file }: Fields): Promise<ImportChoice> {
  const mark = decimal === '.' || decimal === ',' ? decimal : undefined;
  const format = DATE_FORMATS.find((one) => one === dateFormat);
  return {
    pointCode,
    ...(mark && { decimal: mark }),
    ...(format && { dateFormat: format }),
    content: (await file?.text()) ?? '',
  };
}

const MOST_REFUSED = 5;

interface PreviewProps {
  choice: ImportChoice;
  answer: ImportAnswer;
  onImported: () => void;
}

/** The result of a dry run, with the button that imports. */
function Preview({ choice, answer, onImported }: PreviewProps) {
  const t = useImportTexts();
  const messageText = useMessageText();
  const { number, dateTime } = useFormat();
  const { taken = 0, duplicates = 0, refusedCount = 0, refused = [], from, to, complete } = answer;
  const start = useAction(() => importReadings(choice, false), {
    done: t('started'),
    changes: [IMPORTS],
    onDone: onImported,
  });
  return (
    <section aria-label={t('preview')}>
      <Stack gap="md">
        <SimpleGrid cols={3} spacing="sm">
          <Figure title={t('taken')} value={number(taken)} tone={taken > 0 ? 'good' : undefined} />
          <Figure title={t('duplicates')} value={number(duplicates)} />
          <Figure
            title={t('refused')}
            value={number(refusedCount)}
            tone={refusedCount > 0 ? 'serious' : undefined}
          />
        </SimpleGrid>
        {taken > 0 ? (
          <Text size="sm">{t('span', { from: dateTime(from), to: dateTime(to) })}</Text>
        ) : (
          <Notice tone="caution">{t('nothing')}</Notice>
        )}
        {complete === false && <Notice tone="caution">{t('incomplete')}</Notice>}
        {refused.length > 0 && (
          <Stack gap={2} component="ul" m={0} pl="md">
            {refused.slice(0, MOST_REFUSED).map(({ line, ...fault }) => (
              <Text key={line} component="li" size="sm">
                {t('line', { line, message: messageText(fault) })}
              </Text>
            ))}
            {refusedCount > MOST_REFUSED && (
              <Text component="li" size="sm" c="dimmed">
                {t('moreRefused', { count: number(refusedCount - MOST_REFUSED) })}
              </Text>
            )}
          </Stack>
        )}
        <Group justify="flex-end">
          <Button disabled={taken === 0} loading={start.isPending} onClick={() => start.mutate()}>
            {t('start', { count: number(taken) })}
          </Button>
        </Group>
      </Stack>
    </section>
  );
}

/** The codes of the meters that have readings. A formula has none. */
function readCodes(meters: Area['meters']): string[] {
  return meters.flatMap(({ kind, pointCode }) => (kind === 'formula' ? [] : [pointCode]));
}
