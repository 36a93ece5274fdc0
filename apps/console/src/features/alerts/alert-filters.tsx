import { type KeyboardEvent, useState } from 'react';
import { SegmentedControl, Select, SimpleGrid, Stack } from '@mantine/core';
import { AreaSelect } from '../../ui/area-select';
import { DateRange } from '../../ui/date-range';
import { Filters } from '../../ui/filters';
import { PointInput } from '../../ui/point-input';
import { SEVERITIES } from '../../ui/severity-badge';
import { useUiTexts } from '../../ui/ui.texts';
import { useFollowed } from '../../ui/use-followed';
import { type AlertSearch, SOURCES, STATUSES } from './alert-search';
import { useAlertTexts } from './alerts.texts';

interface FiltersProps {
  search: AlertSearch;
  onChange: (changes: Partial<AlertSearch>) => void;
}

/** The filters of the list. A filter by point, area or source replaces the other two. */
export function AlertFilters({ search, onChange }: FiltersProps) {
  const t = useAlertTexts();
  const { severity, acknowledged, point, area, source, from, last } = search;
  const onOwner = (owner: Pick<AlertSearch, 'point' | 'area' | 'source'>) =>
    onChange({ point: undefined, area: undefined, source: undefined, ...owner });
  return (
    <Stack gap="sm" mb="md">
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label={t('status')}
        data={STATUSES.map((value) => ({ value, label: t(value) }))}
        value={search.status ?? 'active'}
        onChange={(value) => onChange({ status: STATUSES.find((status) => status === value) })}
      />
      <Filters values={[severity, acknowledged, point ?? area ?? source, from ?? last]}>
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 4, xl: 7 }} spacing="sm">
          <StateFilters search={search} onChange={onChange} />
          <OwnerFilters search={search} onChange={onOwner} />
          <DateRange labels={{ from: t('from'), last: t('to') }} span={search} onChange={onChange} />
        </SimpleGrid>
      </Filters>
    </Stack>
  );
}

function StateFilters({ search, onChange }: FiltersProps) {
  const t = useAlertTexts();
  const ui = useUiTexts();
  return (
    <>
      <Select
        label={t('severity')}
        placeholder={t('every')}
        data={SEVERITIES.map((value) => ({ value, label: ui(value) }))}
        value={search.severity ?? null}
        clearable
        onChange={(value) => onChange({ severity: SEVERITIES.find((severity) => severity === value) })}
      />
      <Select
        label={t('acknowledgement')}
        placeholder={t('every')}
        data={[
          { value: 'false', label: t('unacknowledged') },
          { value: 'true', label: t('acknowledged') },
        ]}
        value={search.acknowledged === undefined ? null : String(search.acknowledged)}
        clearable
        onChange={(value) => onChange({ acknowledged: value === null ? undefined : value === 'true' })}
      />
    </>
  );
}

function OwnerFilters({ search: { area, point, source }, onChange }: FiltersProps) {
  const t = useAlertTexts();
  return (
    <>
      <AreaSelect
        label={t('area')}
        placeholder={t('every')}
        value={area ?? null}
        onChange={(id) => onChange({ area: id ?? undefined })}
      />
      <PointFilter point={point} onChange={onChange} />
      <Select
        label={t('source')}
        placeholder={t('every')}
        data={SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
        value={source ?? null}
        clearable
        onChange={(value) => onChange({ source: SOURCES.find((choice) => choice === value) })}
      />
    </>
  );
}

interface PointFilterProps {
  point: string | undefined;
  onChange: (changes: Pick<AlertSearch, 'point'>) => void;
}

/** Filters by a whole code: a suggestion, or a typed code after Enter. */
function PointFilter({ point = '', onChange }: PointFilterProps) {
  const t = useAlertTexts();
  const [typed, setTyped] = useState(point);
  const passed = useFollowed(point, setTyped);
  const choose = (code: string) => {
    const wanted = code.trim();
    if (wanted === point) return;
    passed(wanted);
    onChange({ point: wanted || undefined });
  };
  return (
    <PointInput
      label={t('point')}
      placeholder={t('every')}
      maxLength={255}
      value={typed}
      onChange={(code) => {
        setTyped(code);
        if (code === '') choose(code);
      }}
      onOptionSubmit={choose}
      // The field itself prevents the default of an Enter key that submits a suggestion, before the wrapper gets the key.
      // The Enter key that ends the composition of Chinese characters does not filter either.
      wrapperProps={{
        onKeyDown: ({ key, nativeEvent }: KeyboardEvent) =>
          key === 'Enter' && !nativeEvent.isComposing && !nativeEvent.defaultPrevented && choose(typed),
      }}
    />
  );
}
