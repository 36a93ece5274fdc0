import {
  ActionIcon,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import { mdiArrowDown, mdiArrowUp, mdiTrashCanOutline } from '@mdi/js';
import { ENERGY_TYPES } from '../../api/energy-types';
import { useEnergyTypeTexts } from '../../ui/energy-type.texts';
import { Icon } from '../../ui/icon';
import type { Section } from './reports.queries';
import { useTemplateTexts } from './templates.texts';
import { METRICS, SHARED_BY, choicesOf, withMetric } from './section-choices';
import classes from './template-list.module.css';

interface SectionFieldsProps {
  section: Section;
  /** The position of the section, from 1. */
  number: number;
  isLast: boolean;
  onChange: (section: Section) => void;
  onMove: (steps: -1 | 1) => void;
  onRemove: () => void;
}

/** The fields of one section of a template. */
export function SectionFields(props: SectionFieldsProps) {
  const { section, number, onChange } = props;
  const t = useTemplateTexts();
  const change = (changes: Partial<Section>) => onChange({ ...section, ...changes });
  const { kinds, canCompare } = choicesOf(section);
  const isText = section.kind === 'text';
  return (
    <Stack gap="sm" className={classes.section} component="section" aria-label={t('section', { number })}>
      <SectionHead {...props} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select
          label={t('kind')}
          data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={section.kind}
          onChange={(value) => change({ kind: value as Section['kind'] })}
        />
        {!isText && (
          <Select
            label={t('metric')}
            data={METRICS.map((value) => ({ value, label: t(`metric.${value}`) }))}
            value={section.metric ?? 'energy'}
            onChange={(value) =>
              onChange(withMetric(section, METRICS.find((metric) => metric === value) ?? 'energy'))
            }
          />
        )}
        {!isText && <Divisions section={section} onChange={change} />}
        <TextInput
          label={t('heading')}
          placeholder={isText ? undefined : t('headingHint')}
          maxLength={200}
          value={section.title ?? ''}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
      </SimpleGrid>
      {isText ? (
        <Textarea
          label={t('text')}
          maxLength={5000}
          value={section.text ?? ''}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      ) : (
        canCompare && (
          <Checkbox
            label={t('compare')}
            checked={section.compare ?? false}
            onChange={({ currentTarget }) => change({ compare: currentTarget.checked })}
          />
        )
      )}
    </Stack>
  );
}

function SectionHead({ number, isLast, onMove, onRemove }: SectionFieldsProps) {
  const t = useTemplateTexts();
  return (
    <Group justify="space-between">
      <Text fw={600} size="sm">
        {t('section', { number })}
      </Text>
      <Group gap={4}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('moveUp', { number })}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        >
          <Icon path={mdiArrowUp} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('moveDown', { number })}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <Icon path={mdiArrowDown} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('removeSection', { number })}
          disabled={isLast && number === 1}
          onClick={onRemove}
        >
          <Icon path={mdiTrashCanOutline} />
        </ActionIcon>
      </Group>
    </Group>
  );
}

interface DivisionsProps {
  section: Section;
  onChange: (changes: Partial<Section>) => void;
}

/** The grouping of the metric and the interval, if the section allows them. */
function Divisions({ section, onChange }: DivisionsProps) {
  const t = useTemplateTexts();
  const typeText = useEnergyTypeTexts();
  const { groups, intervals, hasEnergyType, canShare } = choicesOf(section);
  return (
    <>
      {groups.length > 0 && (
        <Select
          label={t('groupBy')}
          placeholder="–"
          clearable
          data={groups.map((value) => ({ value, label: t(`groupBy.${value}`) }))}
          value={section.groupBy ?? null}
          onChange={(value) => onChange({ groupBy: groups.find((group) => group === value) })}
        />
      )}
      {intervals.length > 0 && (
        <Select
          label={t('interval')}
          placeholder={t('automatic')}
          clearable
          data={intervals.map((value) => ({ value, label: t(`interval.${value}`) }))}
          value={section.interval ?? null}
          onChange={(value) => onChange({ interval: intervals.find((known) => known === value) })}
        />
      )}
      {canShare && (
        <Select
          label={t('shareBy')}
          placeholder={t('automatic')}
          clearable
          data={SHARED_BY.map((value) => ({ value, label: t(`shareBy.${value}`) }))}
          value={section.shareBy ?? null}
          onChange={(value) => onChange({ shareBy: SHARED_BY.find((known) => known === value) })}
        />
      )}
      {hasEnergyType && (
        <Select
          label={t('energyType')}
          placeholder={typeText('electricity')}
          clearable
          data={ENERGY_TYPES.map((value) => ({ value, label: typeText(value) }))}
          value={section.energyType ?? null}
          onChange={(value) => onChange({ energyType: ENERGY_TYPES.find((known) => known === value) })}
        />
      )}
    </>
  );
}
