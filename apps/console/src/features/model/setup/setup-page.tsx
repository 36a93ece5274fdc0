import { useState } from 'react';
import { Button, Grid, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sceneQuery } from '../../../api/scene';
import { useHasRole } from '../../../api/account';
import { ModelView } from '../../../ui/model-view/model-view';
import type { Position, ShownModel } from '../../../ui/model-view/model-view-props';
import { Notice } from '../../../ui/notice';
import { OutdatedDialog } from '../../../ui/outdated-dialog';
import { PageHeader } from '../../../ui/page-header';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { useUiTexts } from '../../../ui/ui.texts';
import { useUnsaved } from '../../../ui/unsaved';
import { useAction } from '../../../ui/use-action';
import { modelFileQuery, type SceneData } from '../model.queries';
import { MarkChoice } from './mark-choice';
import type { SetupForm } from './mark-fields';
import { saveScene } from './setup.queries';
import { errorsOf, fieldsOf, type MarkPath, markWithError, newHotspot, newLabel } from './setup-fields';
import { useSetupTexts } from './setup.texts';
import { ViewFields } from './view-fields';

const HEIGHT = 'clamp(20rem, 72vh, 60rem)';

/** Engineers place marks and groups of lights in the model, and choose its initial view and light. */
export function SetupPage() {
  const t = useSetupTexts();
  const isEngineer = useHasRole('engineer');
  const scene = useQuery({ ...sceneQuery, enabled: isEngineer });
  const queryClient = useQueryClient();
  /** Counts reloads: each one begins again with the stored view. */
  const [round, setRound] = useState(0);
  const reload = useAction(
    async () => {
      // Otherwise a failed reload would lose the changes too.
      await queryClient.refetchQueries({ queryKey: sceneQuery.queryKey }, { throwOnError: true });
      setRound((before) => before + 1);
    },
    { changes: [] },
  );
  if (!isEngineer) {
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState title={t('onlyEngineers')} />
      </>
    );
  }
  return (
    <QueryState query={scene} height={600}>
      {(stored) => <SetupEditor key={round} stored={stored} onReload={() => reload.mutate()} />}
    </QueryState>
  );
}

interface SetupEditorProps {
  stored: SceneData;
  onReload: () => void;
}

function SetupEditor({ stored, onReload }: SetupEditorProps) {
  const t = useSetupTexts();
  const closeButtonProps = { 'aria-label': useUiTexts()('close') };
  /** The view with which the model was opened. Another one would load the model again. */
  const [first] = useState(stored);
  const [base, setBase] = useState(() => fieldsOf(stored));
  const [opened, setOpened] = useState<MarkPath | null>(null);
  const [model, setModel] = useState<ShownModel | null>(null);
  const [isOutdated, setOutdated] = useState(false);
  const form: SetupForm = useForm({
    initialValues: fieldsOf(stored),
    validate: (fields) => errorsOf(fields, { missing: t('missing'), number: t('numberMissing') }),
  });
  useUnsaved(form.isDirty);
  const save = useAction(
    async (overwrites: boolean) => {
      const sent = form.values;
      const saved = await saveScene(sent, overwrites ? null : base);
      setOutdated(saved === null);
      if (!saved) return;
      setBase(fieldsOf(saved));
      form.resetDirty(sent);
      notifications.show({ message: t('saved'), closeButtonProps });
    },
    {
      changes: [sceneQuery.queryKey],
      form: {
        setErrors: (errors) => {
          form.setErrors(errors);
          setOpened((path) => markWithError(errors) ?? path);
        },
      },
    },
  );
  const submit = () => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) setOpened((path) => markWithError(errors) ?? path);
    else save.mutate(false);
  };
  const { target } = form.values.camera;
  const add = (kind: 'hotspots' | 'labels') => {
    const marks = form.values[kind];
    const ids = marks.map(({ id }) => id);
    form.insertListItem(kind, kind === 'hotspots' ? newHotspot(target, ids) : newLabel(target, ids));
    setOpened(`${kind}.${marks.length}`);
  };
  const choice = { form, opened, onOpen: setOpened };
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Button loading={save.isPending} onClick={submit}>
            {t('save')}
          </Button>
        }
      />
      <Grid gutter="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <SetupModel form={form} first={first} opened={opened} onOpen={setOpened} onShown={setModel} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="md">
            <MarkChoice kind="hotspots" onAdd={() => add('hotspots')} {...choice} />
            <MarkChoice kind="labels" onAdd={() => add('labels')} {...choice} />
            <ViewFields form={form} model={model} />
          </Stack>
        </Grid.Col>
      </Grid>
      <OutdatedDialog
        isOpen={isOutdated}
        title={t('outdated')}
        onReload={onReload}
        onOverwrite={() => save.mutate(true)}
        onClose={() => setOutdated(false)}
      />
    </>
  );
}

interface SetupModelProps {
  form: SetupForm;
  first: SceneData;
  opened: MarkPath | null;
  onOpen: (path: MarkPath) => void;
  onShown: (model: ShownModel) => void;
}

/** The model with the marks of the form. A click places the opened mark. */
function SetupModel({ form, first, opened, onOpen, onShown }: SetupModelProps) {
  const t = useSetupTexts();
  const { modelId } = first;
  const file = useQuery({ ...modelFileQuery(modelId ?? 0), enabled: modelId !== null });
  if (modelId === null) return <Notice tone="caution">{t('noModel')}</Notice>;
  const { hotspots, labels, ambientLight } = form.values;
  const marks = [
    ...hotspots.map(({ title, position, nodeName }, index) => ({
      id: `hotspots.${index}`,
      title: title || t('unnamed'),
      position: drawable(position),
      nodeName,
    })),
    ...labels.map(({ text, position }, index) => ({
      id: `labels.${index}`,
      title: text || t('unnamed'),
      position: drawable(position),
    })),
  ];
  const place = (position: Position, [nodeName = '']: readonly string[]) => {
    if (!opened) return;
    form.setFieldValue(`${opened}.position`, position);
    if (opened.startsWith('hotspots')) form.setFieldValue(`${opened}.nodeName`, nodeName || null);
  };
  return (
    <QueryState query={file} height={600}>
      {(content) => (
        <ModelView
          file={content}
          view={first}
          ambientIntensity={numberOf(ambientLight.intensity)}
          marks={marks}
          selected={opened ?? undefined}
          onSelect={(id) => onOpen(id as MarkPath)}
          onPlace={place}
          onShown={onShown}
          label={t('model')}
          height={HEIGHT}
        />
      )}
    </QueryState>
  );
}

const drawable = ({ x, y, z }: Position): Position => ({ x: numberOf(x), y: numberOf(y), z: numberOf(z) });

/** An empty number field has an empty text, which counts as 0. */
function numberOf(value: number | string): number {
  return Number(value);
}
