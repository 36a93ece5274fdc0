import { useState } from 'react';
import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { mdiCheckCircle, mdiCircleOutline } from '@mdi/js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { useAction } from '../../ui/use-action';
import { useSetupTexts } from './setup.texts';

type Step = components['schemas']['SetupStepDto'];

const setupQuery = queryOptions({
  queryKey: ['/api/setup'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/setup', { signal })),
  // Each step is done on another page.
  staleTime: 0,
});
const removeDemonstration = () => unwrap(plantroom.api.DELETE('/api/setup/demonstration'));

/** The page on which a step is done. The first gateway is set up where the platform is started. */
const PAGES: Record<Step['step'], LinkProps['to']> = {
  gateway: '/settings',
  points: '/points',
  areas: '/energy/areas',
  prices: '/settings',
  mail: '/settings',
  users: '/users',
  backup: '/backups',
};

/** Leads from the demonstration building to a building of one's own. */
export function SetupPage() {
  const t = useSetupTexts();
  const setup = useQuery(setupQuery);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <QueryState query={setup} height={400}>
        {({ demonstration, steps }) => (
          <Stack gap="md">
            {demonstration && <DemonstrationPanel />}
            <StepsPanel steps={steps} />
          </Stack>
        )}
      </QueryState>
    </>
  );
}

function DemonstrationPanel() {
  const t = useSetupTexts();
  const [isAsking, setIsAsking] = useState(false);
  // Nearly everything that the console shows may have changed.
  const remove = useAction(removeDemonstration, {
    done: t('deleted'),
    changes: [[]],
    onDone: () => setIsAsking(false),
  });
  return (
    <Panel
      title={t('demonstration')}
      actions={<Button onClick={() => setIsAsking(true)}>{t('start')}</Button>}
    >
      <Text size="sm">{t('demonstrationHint')}</Text>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('start')}
        confirm={t('delete')}
        isDangerous
        isRunning={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsking(false)}
      >
        <Text size="sm">{t('startHint')}</Text>
      </ConfirmDialog>
    </Panel>
  );
}

function StepsPanel({ steps }: { steps: readonly Step[] }) {
  const t = useSetupTexts();
  const done = steps.filter((step) => step.done).length;
  return (
    <Panel title={t('steps')} actions={<Text size="sm">{t('doneCount', { done, all: steps.length })}</Text>}>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map(({ step, done: isDone }) => {
          return (
            <Group component="li" key={step} gap="sm" wrap="nowrap" align="flex-start">
              <Text component="span" c={isDone ? 'green' : 'dimmed'}>
                <Icon path={isDone ? mdiCheckCircle : mdiCircleOutline} />
                <VisuallyHidden>{t(isDone ? 'done' : 'open')}</VisuallyHidden>
              </Text>
              <div>
                <Text fw={500}>
                  <Link to={PAGES[step]}>{t(step)}</Link>
                </Text>
                {!isDone && (
                  <Text size="sm" c="dimmed">
                    {t(`${step}Hint`)}
                  </Text>
                )}
              </div>
            </Group>
          );
        })}
      </Stack>
      {done === steps.length && <Text mt="sm">{t('allDone')}</Text>}
    </Panel>
  );
}
