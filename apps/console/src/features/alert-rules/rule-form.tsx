import {
  Fieldset,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { AreaSelect } from '../../ui/area-select';
import { CalendarSelect } from '../../ui/calendar-select';
import { FormButtons } from '../../ui/form';
import { PointInput } from '../../ui/point-input';
import { SEVERITIES } from '../../ui/severity-badge';
import { useUiTexts } from '../../ui/ui.texts';
import { useAlertRuleTexts } from './alert-rules.texts';
import { COMPARISONS, KINDS, type RuleFields, TARGETS } from './rule-fields';

type Form = UseFormReturnType<RuleFields>;
const MAX_DELAY_SECONDS = 604_800;
const MAX_MINUTES = 44_640;

interface RuleFormProps {
  form: Form;
  /** The unit of the watched values; null if it is not known. */
  unit: string | null;
  isReadOnly: boolean;
  isSaving: boolean;
  onSave: () => void;
}

export function RuleForm({ form, unit, isReadOnly, isSaving, onSave }: RuleFormProps) {
  const t = useAlertRuleTexts();
  const ui = useUiTexts();
  return (
    <form noValidate onSubmit={form.onSubmit(onSave)}>
      <Fieldset variant="unstyled" disabled={isReadOnly}>
        <Stack gap="md">
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            required
            maxLength={255}
            {...form.getInputProps('name')}
          />
          <TargetFields form={form} isReadOnly={isReadOnly} />
          <ConditionFields form={form} unit={unit} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberInput
              label={t('onDelay')}
              min={0}
              max={MAX_DELAY_SECONDS}
              allowDecimal={false}
              {...form.getInputProps('onDelaySeconds')}
            />
            <NumberInput
              label={t('offDelay')}
              min={0}
              max={MAX_DELAY_SECONDS}
              allowDecimal={false}
              {...form.getInputProps('offDelaySeconds')}
            />
            <Select
              label={t('severity')}
              data={SEVERITIES.map((value) => ({ value, label: ui(value) }))}
              {...form.getInputProps('severity')}
            />
            <CalendarSelect
              label={t('schedule')}
              placeholder={t('always')}
              clearable
              {...form.getInputProps('schedule')}
            />
          </SimpleGrid>
          <Switch label={t('enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
          {!isReadOnly && <FormButtons confirm={t('save')} isRunning={isSaving} />}
        </Stack>
      </Fieldset>
    </form>
  );
}

interface PartProps {
  form: Form;
  isReadOnly: boolean;
}

function TargetFields({ form, isReadOnly }: PartProps) {
  const t = useAlertRuleTexts();
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('target')}
        disabled={isReadOnly}
        data={TARGETS.map((value) => ({ value, label: t(`target.${value}`) }))}
        {...form.getInputProps('target')}
      />
      {form.values.target === 'point' ? (
        <PointInput label={t('pointCode')} required maxLength={255} {...form.getInputProps('pointCode')} />
      ) : (
        <AreaSelect label={t('area')} required {...form.getInputProps('areaId')} />
      )}
    </Stack>
  );
}

function ConditionFields({ form, unit }: Pick<RuleFormProps, 'form' | 'unit'>) {
  const t = useAlertRuleTexts();
  const withUnit = (label: string) => (unit ? `${label} (${unit})` : label);
  const { kind } = form.values;
  return (
    <Stack gap="xs">
      <Select
        label={t('kind')}
        data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {kind === 'threshold' && (
          <>
            <Select
              label={t('comparison')}
              data={COMPARISONS.map((value) => ({ value, label: t(`comparison.${value}`) }))}
              {...form.getInputProps('comparison')}
            />
            <NumberInput label={withUnit(t('threshold'))} required {...form.getInputProps('threshold')} />
          </>
        )}
        {kind === 'rateOfChange' && (
          <NumberInput label={withUnit(t('delta'))} required min={0} {...form.getInputProps('delta')} />
        )}
        {kind !== 'threshold' && (
          <NumberInput
            label={t(`minutes.${kind}`)}
            required
            min={1}
            max={MAX_MINUTES}
            allowDecimal={false}
            {...form.getInputProps('minutes')}
          />
        )}
      </SimpleGrid>
      {(kind === 'threshold' || kind === 'rateOfChange') && (
        <NumberInput
          label={withUnit(t('deadband'))}
          description={t('deadbandHint')}
          min={0}
          {...form.getInputProps('deadband')}
        />
      )}
    </Stack>
  );
}
