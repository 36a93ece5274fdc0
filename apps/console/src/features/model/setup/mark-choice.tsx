import { Button, Text, UnstyledButton } from '@mantine/core';
import { mdiPlus } from '@mdi/js';
import { StateBadge } from '../../../ui/badge';
import { Icon } from '../../../ui/icon';
import { Panel } from '../../../ui/panel';
import classes from '../mark-list.module.css';
import { MarkFields, type SetupForm } from './mark-fields';
import type { MarkPath } from './setup-fields';
import { useSetupTexts } from './setup.texts';

interface MarkChoiceProps {
  form: SetupForm;
  kind: 'hotspots' | 'labels';
  opened: MarkPath | null;
  onOpen: (path: MarkPath | null) => void;
  onAdd: () => void;
}

/** The marks of one kind as a list. The opened one shows its fields. */
export function MarkChoice({ form, kind, opened, onOpen, onAdd }: MarkChoiceProps) {
  const t = useSetupTexts();
  const marks = form.values[kind];
  const failed = Object.keys(form.errors);
  const isHotspots = kind === 'hotspots';
  return (
    <Panel
      title={t(isHotspots ? 'marks' : 'labels')}
      actions={
        <Button size="xs" variant="default" leftSection={<Icon path={mdiPlus} />} onClick={onAdd}>
          {t(isHotspots ? 'addMark' : 'addLabel')}
        </Button>
      }
    >
      {marks.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(isHotspots ? 'noMarks' : 'noLabels')}
        </Text>
      )}
      <ul className={classes.list}>
        {marks.map((mark, index) => {
          const path: MarkPath = `${kind}.${index}`;
          const isOpen = path === opened;
          const name = 'title' in mark ? mark.title : mark.text;
          return (
            <li key={mark.id} className={classes.item} data-open={isOpen || undefined}>
              <UnstyledButton
                className={classes.head}
                aria-expanded={isOpen}
                onClick={() => onOpen(isOpen ? null : path)}
              >
                <span className={classes.title}>{name || t('unnamed')}</span>
                {failed.some((field) => field.startsWith(`${path}.`)) && (
                  <StateBadge tone="critical">{t('hasErrors')}</StateBadge>
                )}
              </UnstyledButton>
              {isOpen && (
                <MarkFields
                  form={form}
                  path={path}
                  onRemove={() => {
                    onOpen(null);
                    form.removeListItem(kind, index);
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
