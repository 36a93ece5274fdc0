import { Checkbox, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useHasRole } from '../../api/account';
import { useAction } from '../../ui/use-action';
import { changeWorkOrder, MAINTENANCE, type WorkOrder } from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';
import { isClosed } from './work-steps';

/** The steps of the work. Operators check them off until the work is closed. */
export function Checklist({ order }: { order: WorkOrder }) {
  const t = useMaintenanceTexts();
  const isOperator = useHasRole('operator');
  const { checklist } = order;
  const change = useAction(
    (steps: WorkOrder['checklist']) => changeWorkOrder(order.id, { checklist: steps }),
    { changes: [MAINTENANCE] },
  );
  const done = checklist.filter((step) => step.done).length;
  // Until the answer arrives, the steps are shown as they were sent.
  const shown = change.isPending ? change.variables : checklist;
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          {t('checklist')}
        </Title>
        <Text size="xs" c="dimmed">
          {t('checklistDone', { done, all: checklist.length })}
        </Text>
      </Group>
      <Progress value={(done / checklist.length) * 100} size="sm" mb="sm" aria-label={t('checklist')} />
      <Stack gap="xs">
        {shown.map(({ text, done: isDone }, index) => (
          <Checkbox
            // oxlint-disable-next-line react/no-array-index-key -- steps have no ids, and keep their order
            key={index}
            label={text}
            checked={isDone}
            disabled={!isOperator || isClosed(order.status) || change.isPending}
            onChange={({ currentTarget }) =>
              change.mutate(
                checklist.map((step, at) => (at === index ? { ...step, done: currentTarget.checked } : step)),
              )
            }
          />
        ))}
      </Stack>
    </section>
  );
}
