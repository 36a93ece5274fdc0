import { useState } from 'react';
import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { mdiCalendarPlusOutline, mdiContentCopy, mdiEyeOutline } from '@mdi/js';
import { useHasRole } from '../../api/account';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { PlanForm } from './plan-form';
import { PreviewDialog } from './preview-dialog';
import { type Template, useTemplates } from './reports.queries';
import { useTemplateTexts } from './templates.texts';
import classes from './template-list.module.css';
import { TemplateForm } from './template-form';
import { useSectionText } from './use-section-text';

type Step = 'preview' | 'plan' | 'copy';

/** The templates as cards, with what each report contains. */
export function TemplateList() {
  return (
    <QueryState query={useTemplates()} height={320}>
      {(templates) => (
        <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} component="ul" className={classes.list}>
          {templates.map((template) => (
            <li key={template.id}>
              <TemplateCard template={template} />
            </li>
          ))}
        </SimpleGrid>
      )}
    </QueryState>
  );
}

function TemplateCard({ template }: { template: Template }) {
  const sectionText = useSectionText();
  const { name, description, config } = template;
  const sections = config.sections.map((section, index) => ({ key: index, text: sectionText(section) }));
  return (
    <Panel>
      <Stack gap="sm" h="100%">
        <div>
          <Title order={2} size="h5">
            {name}
          </Title>
          {description && (
            <Text size="sm" c="dimmed" mt={4}>
              {description}
            </Text>
          )}
        </div>
        <ol className={classes.sections}>
          {sections.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ol>
        <TemplateActions template={template} />
      </Stack>
    </Panel>
  );
}

function TemplateActions({ template }: { template: Template }) {
  const t = useTemplateTexts();
  const [step, setStep] = useState<Step | null>(null);
  if (!useHasRole('engineer')) return null;
  const close = () => setStep(null);
  return (
    <Group gap="xs" mt="auto">
      <Button
        size="xs"
        leftSection={<Icon path={mdiEyeOutline} size={16} />}
        onClick={() => setStep('preview')}
      >
        {t('preview')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon path={mdiCalendarPlusOutline} size={16} />}
        onClick={() => setStep('plan')}
      >
        {t('usePlan')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon path={mdiContentCopy} size={16} />}
        onClick={() => setStep('copy')}
      >
        {t('asBasis')}
      </Button>
      {step === 'preview' && (
        <PreviewDialog name={template.name} source={{ templateId: template.id }} onClose={close} />
      )}
      {step === 'plan' && <PlanForm templateId={template.id} onClose={close} />}
      {step === 'copy' && <TemplateForm basis={template} onClose={close} />}
    </Group>
  );
}
