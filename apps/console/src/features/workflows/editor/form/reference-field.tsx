import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { areasQuery } from '../../../../api/areas';
import { plantroom, unwrap } from '../../../../api/plantroom';
import { usePreferences } from '../../../../app/preferences/preferences';
import type { Language } from '../../../../i18n/language';
import { CalendarSelect } from '../../../../ui/calendar-select';
import type { OfferedPoint } from '../../../../ui/point-option';
import { useFoundPoints } from '../../../../ui/use-found-points';
import { WORKFLOWS } from '../../workflows.queries';
import { useFormTexts } from './form.texts';
import type { InputTexts } from './field-props';
import type { Schema } from './schema';

interface Named {
  id: string | number;
  name: string;
}

const LIMIT = 200;
const SEARCH_DELAY_MS = 250;

/** The records of a kind by name. Shipped report templates have names in the language. */
const recordsQuery = (kind: string, language: Language) =>
  queryOptions({
    queryKey: [...WORKFLOWS, 'references', kind, language],
    queryFn: async ({ signal, client }): Promise<Named[]> => {
      const params = { query: { limit: LIMIT } };
      switch (kind) {
        case 'area':
          return (await client.ensureQueryData(areasQuery)).areas;
        case 'reportPlan':
          return unwrap(plantroom.api.GET('/api/reports', { params, signal }));
        case 'reportTemplate':
          return (
            await unwrap(
              plantroom.api.GET('/api/reports/templates', {
                params: { query: { ...params.query, language } },
                signal,
              }),
            )
          ).templates;
        default:
          return Array.fromAsync(plantroom.items('/api/workflows', { signal }));
      }
    },
  });

interface ReferenceFieldProps {
  texts: InputTexts;
  schema: Schema;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Chooses a record by its name. Its id is stored. */
export function ReferenceField(props: ReferenceFieldProps) {
  const t = useFormTexts();
  const { texts, schema, value, onChange } = props;
  const clearing = {
    clearable: !texts.required,
    clearButtonProps: { 'aria-label': t('clearField', { field: texts.label }) },
    nothingFoundMessage: t('nothingFound'),
  };
  if (schema['x-reference'] === 'calendar') {
    return (
      <CalendarSelect
        {...texts}
        {...clearing}
        value={typeof value === 'number' ? value : null}
        onChange={(id) => onChange(id ?? undefined)}
      />
    );
  }
  return <RecordSelect {...props} clearing={clearing} />;
}

interface RecordSelectProps extends ReferenceFieldProps {
  clearing: SelectProps;
}

function RecordSelect({ texts, schema, value, onChange, clearing }: RecordSelectProps) {
  const { language } = usePreferences();
  const records = useQuery(recordsQuery(schema['x-reference'] ?? '', language)).data ?? [];
  const id = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  const data = records.map((one) => ({ value: String(one.id), label: one.name }));
  const isUnknown = id !== null && !data.some((one) => one.value === id);
  return (
    <Select
      {...texts}
      {...clearing}
      searchable
      data={isUnknown ? [...data, { value: id, label: id }] : data}
      value={id}
      onChange={(next) => {
        if (next === null) onChange(undefined);
        else onChange(schema.type === 'string' ? next : Number(next));
      }}
    />
  );
}

/** Points that match a text. @param search null if the field is not about points */
export function useSuggestedPoints(search: string | null): OfferedPoint[] {
  const [settled] = useDebouncedValue(search?.trim() ?? '', SEARCH_DELAY_MS);
  const isPlain = search !== null && !settled.includes('{{') && !settled.includes('*');
  return useFoundPoints(isPlain ? settled : null);
}
