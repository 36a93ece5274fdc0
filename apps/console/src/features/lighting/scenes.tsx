import { useState } from 'react';
import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { mdiClose, mdiPlus } from '@mdi/js';
import { SCENE } from '../../api/scene';
import { useHasRole } from '../../api/account';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { DeleteDialog } from '../../ui/delete-dialog';
import { Icon } from '../../ui/icon';
import { useAction } from '../../ui/use-action';
import { isControllable, sceneOf } from './light-levels';
import { type Label, type LightState, type LightingScene, saveScenes } from './lighting.queries';
import { useLightingTexts } from './lighting.texts';
import type { Command } from './use-lighting-command';

const MAX_SCENES = 50;

interface ScenesProps {
  label: Label;
  lights: readonly LightState[];
  onSend: (command: Command) => void;
}

/** The stored states of a label. Operators apply them, engineers store and delete them. */
export function Scenes({ label, lights, onSend }: ScenesProps) {
  const t = useLightingTexts();
  const isOperator = useHasRole('operator');
  const isEngineer = useHasRole('engineer');
  const [open, setOpen] = useState<'store' | LightingScene | null>(null);
  const { scenes } = label;
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        {t('scenes')}
      </Title>
      {scenes.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('noScenes')}
        </Text>
      )}
      <Group gap="xs">
        {scenes.map((scene) => (
          <Button.Group key={scene.id}>
            <Button
              size="xs"
              variant="default"
              disabled={!isOperator || !isControllable(label)}
              onClick={() => onSend({ action: 'scene', value: scene.id })}
            >
              {scene.name}
            </Button>
            {isEngineer && (
              <ActionIcon
                size={30}
                variant="default"
                aria-label={t('deleteScene', { name: scene.name })}
                title={t('deleteScene', { name: scene.name })}
                onClick={() => setOpen(scene)}
              >
                <Icon path={mdiClose} size={14} />
              </ActionIcon>
            )}
          </Button.Group>
        ))}
        {isEngineer && scenes.length < MAX_SCENES && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<Icon path={mdiPlus} />}
            onClick={() => setOpen('store')}
          >
            {t('store')}
          </Button>
        )}
      </Group>
      {open === 'store' && <StoreDialog label={label} lights={lights} onClose={() => setOpen(null)} />}
      {open && open !== 'store' && (
        <DeleteDialog
          isOpen
          title={t('deleteScene', { name: open.name })}
          remove={() => saveScenes(label.id, (all) => all.filter(({ id }) => id !== open.id))}
          changes={[SCENE]}
          onClose={() => setOpen(null)}
        >
          {t('hint.delete')}
        </DeleteDialog>
      )}
    </Stack>
  );
}

interface StoreDialogProps {
  label: Label;
  lights: readonly LightState[];
  onClose: () => void;
}

function StoreDialog({ label, lights, onClose }: StoreDialogProps) {
  const t = useLightingTexts();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const store = useAction(
    () =>
      saveScenes(label.id, (scenes) => [
        ...scenes,
        sceneOf(
          name.trim(),
          lights,
          scenes.map(({ id }) => id),
        ),
      ]),
    { done: t('done.store'), changes: [SCENE], onDone: onClose },
  );
  return (
    <ConfirmDialog
      isOpen
      title={t('store')}
      confirm={t('store')}
      isRunning={store.isPending}
      onConfirm={() => (name.trim() === '' ? setMissing(true) : store.mutate())}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('storeHint')}
      </Text>
      <TextInput
        label={t('sceneName')}
        required
        maxLength={255}
        data-autofocus
        error={isMissing && name.trim() === '' && t('nameMissing')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
