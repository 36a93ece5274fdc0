import { useState } from 'react';
import { Button, Group, TextInput, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mdiEyeOutline, mdiPlus } from '@mdi/js';
import { FormDialog } from '../../ui/form-dialog';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import { useAction } from '../../ui/use-action';
import { PreviewDialog } from './preview-dialog';
import { type Section, TEMPLATES, type Template, createTemplate } from './reports.queries';
import { useReportTexts } from './reports.texts';
import { useTemplateTexts } from './templates.texts';
import { withoutUnused } from './section-choices';
import { SectionFields } from './section-fields';

const MAX_SECTIONS = 20;
const FIRST: Section = { kind: 'summary', metric: 'energy' };

/** A section with a key that stays the same when it moves. */
interface KeyedSection {
  key: number;
  section: Section;
}

interface TemplateFormProps {
  /** The template whose content is copied to the new one. */
  basis?: Template;
  onClose: () => void;
}

/** Creates a template from sections. */
export function TemplateForm({ basis, onClose }: TemplateFormProps) {
  const t = useTemplateTexts();
  const report = useReportTexts();
  const form = useForm({
    initialValues: {
      name: '',
      description: basis?.description ?? '',
      title: basis?.config.title ?? '',
      sections: (basis?.config.sections ?? [FIRST]).map((section, key) => ({ key, section })),
    },
    validate: {
      name: (name) => (name.trim() === '' ? report('nameMissing') : null),
      title: (title) => (title.trim() === '' ? report('nameMissing') : null),
    },
  });
  const { name, description, title, sections } = form.values;
  const config = { title: title.trim(), sections: sections.map(({ section }) => withoutUnused(section)) };
  const save = useAction(
    () => createTemplate({ name: name.trim(), description: description.trim(), config }),
    {
      done: report('saved'),
      changes: [TEMPLATES],
      onDone: onClose,
      form,
    },
  );
  const [isPreviewing, setIsPreviewing] = useState(false);
  const problems = Object.entries(form.errors).filter(([path]) => path.startsWith('config.'));
  return (
    <>
      <FormDialog
        title={report('newTemplate')}
        confirm={report('save')}
        isRunning={save.isPending}
        isDirty={form.isDirty}
        parameter="view"
        onConfirm={form.onSubmit(() => save.mutate())}
        onClose={onClose}
      >
        <TextInput
          label={t('templateName')}
          required
          maxLength={255}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea label={t('templateDescription')} maxLength={2000} {...form.getInputProps('description')} />
        <TextInput label={t('reportTitle')} required maxLength={200} {...form.getInputProps('title')} />
        <SectionList sections={sections} onChange={(changed) => form.setFieldValue('sections', changed)} />
        {problems.map(([path, message]) => (
          <Notice key={path} tone="critical">
            {path}: {message}
          </Notice>
        ))}
        <Button
          variant="default"
          leftSection={<Icon path={mdiEyeOutline} />}
          onClick={() => {
            if (!form.validateField('title').hasError) setIsPreviewing(true);
          }}
        >
          {t('preview')}
        </Button>
      </FormDialog>
      {isPreviewing && (
        <PreviewDialog name={config.title} source={{ config }} onClose={() => setIsPreviewing(false)} />
      )}
    </>
  );
}

interface SectionListProps {
  sections: KeyedSection[];
  onChange: (sections: KeyedSection[]) => void;
}

function SectionList({ sections, onChange }: SectionListProps) {
  const t = useTemplateTexts();
  const move = (index: number, steps: -1 | 1) => {
    const moved = sections.toSpliced(index, 1);
    onChange(moved.toSpliced(index + steps, 0, ...sections.slice(index, index + 1)));
  };
  const add = () => {
    const key = Math.max(...sections.map((known) => known.key)) + 1;
    onChange([...sections, { key, section: { kind: 'chart', metric: 'energy' } }]);
  };
  return (
    <>
      {sections.map(({ key, section }, index) => (
        <SectionFields
          key={key}
          section={section}
          number={index + 1}
          isLast={index === sections.length - 1}
          onChange={(changed) => onChange(sections.with(index, { key, section: changed }))}
          onMove={(steps) => move(index, steps)}
          onRemove={() => onChange(sections.toSpliced(index, 1))}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon path={mdiPlus} size={16} />}
          disabled={sections.length >= MAX_SECTIONS}
          onClick={add}
        >
          {t('addSection')}
        </Button>
      </Group>
    </>
  );
}
