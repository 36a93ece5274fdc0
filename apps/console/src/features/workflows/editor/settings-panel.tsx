import { useMemo } from 'react';
import { Select, Stack, Switch, Text, TextInput, Textarea } from '@mantine/core';
import type { Catalogue } from '../catalogue.queries';
import { TRIGGERS, useTriggerName } from '../use-trigger-name';
import type { ExecutionDetail } from '../workflows.queries';
import { MODES } from './draft';
import { useEditorTexts } from './editor.texts';
import { triggerScope } from './expressions/scope';
import { FormContext } from './form/form-context';
import { SchemaForm } from './form/schema-form';
import type { Problems } from '../problems/use-shown-problems';
import { ProblemNotes } from './problem-notes';
import { messagesByPath, problemsOfTrigger } from './problems';
import { useTypeHelp } from './type-help';
import type { Editor } from './use-editor';

interface SettingsPanelProps {
  editor: Editor;
  catalogue: Catalogue;
  problems: Problems;
  execution: ExecutionDetail | null;
}

/** The name, the trigger and the mode of the workflow. */
export function SettingsPanel({ editor, catalogue, problems, execution }: SettingsPanelProps) {
  const t = useEditorTexts();
  const triggerName = useTriggerName();
  const help = useTypeHelp();
  const { draft, change } = editor;
  const { trigger } = draft;
  const type = catalogue.triggers.find((one) => one.type === trigger.type);
  const types = new Set<string>([...TRIGGERS, trigger.type]);
  const context = useMemo(
    () => ({
      path: 'trigger.config',
      problems: messagesByPath(problems.problems),
      hasTemplates: false,
      data: triggerScope(trigger.type, execution),
      hasRealData: execution?.trigger === trigger.type,
      functions: catalogue.functions,
    }),
    [problems, trigger.type, execution, catalogue],
  );
  return (
    <Stack gap="md">
      <TextInput
        label={t('workflowName')}
        required
        maxLength={255}
        value={draft.name}
        error={draft.name.trim() === '' ? t('nameMissing') : null}
        onChange={({ currentTarget }) => change({ name: currentTarget.value }, 'name')}
      />
      <Textarea
        label={t('description')}
        maxLength={10_000}
        value={draft.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value }, 'description')}
      />
      <Switch
        label={t('enabled')}
        description={t('enabledHint')}
        checked={draft.enabled}
        onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
      />
      <Select
        label={t('trigger')}
        data={[...types].map((value) => ({ value, label: triggerName(value) }))}
        value={trigger.type}
        onChange={(next) => next && next !== trigger.type && change({ trigger: { type: next, config: {} } })}
      />
      <ProblemNotes {...problemsOfTrigger(problems)} prefix="trigger" schema={type?.configSchema} />
      <FormContext value={context}>
        {type && Object.keys(type.configSchema.properties ?? {}).length > 0 ? (
          <>
            <Text size="xs" c="dimmed">
              {help(`trigger.${type.type}`, type.description)}
            </Text>
            <SchemaForm
              key={trigger.type}
              path="trigger.config"
              schema={type.configSchema}
              value={trigger.config}
              onChange={(config, key) => change({ trigger: { ...trigger, config } }, key)}
            />
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {t('emptyTrigger')}
          </Text>
        )}
      </FormContext>
      <Select
        label={t('mode')}
        data={MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
        value={draft.mode}
        onChange={(next) => change({ mode: MODES.find((mode) => mode === next) ?? 'parallel' })}
      />
    </Stack>
  );
}
