import { ActionIcon, Group, Slider, Text } from '@mantine/core';
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { Icon } from '../../../ui/icon';
import type { NodeResult } from '../workflows.queries';
import { useWorkflowTexts } from '../workflows.texts';

interface ReplayProps {
  results: readonly NodeResult[];
  /** How many results are shown; undefined: all, including those that are still to come. */
  step: number | undefined;
  onChange: (step: number | undefined) => void;
}

/** Goes through the results in the order in which the nodes ended. */
export function Replay({ results, step, onChange }: ReplayProps) {
  const t = useWorkflowTexts();
  const count = results.length;
  const current = step ?? count;
  const show = (wanted: number) => onChange(wanted >= count ? undefined : wanted);
  const last = results[current - 1];
  return (
    <Group gap="sm" wrap="nowrap">
      <ActionIcon
        variant="default"
        aria-label={t('stepBack')}
        disabled={current === 0}
        onClick={() => show(current - 1)}
      >
        <Icon path={mdiChevronLeft} />
      </ActionIcon>
      <Slider
        flex={1}
        min={0}
        max={count}
        value={current}
        label={null}
        thumbLabel={t('replay')}
        onChange={show}
      />
      <ActionIcon
        variant="default"
        aria-label={t('stepForward')}
        disabled={current >= count}
        onClick={() => show(current + 1)}
      >
        <Icon path={mdiChevronRight} />
      </ActionIcon>
      <Text size="sm" w={150} truncate>
        {current}/{count} {last && (last.name || last.nodeId)}
      </Text>
    </Group>
  );
}
