import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { mdiPlus } from '@mdi/js';
import type { EnergyType } from '../../api/energy-types';
import { ApiError } from '../../api/plantroom';
import { useEnergyTypeTexts } from '../../ui/energy-type.texts';
import { FormDialog } from '../../ui/form-dialog';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import { useAction } from '../../ui/use-action';
import { useFieldText } from '../../ui/messages/use-message-text';
import { CONFIGURATION, type Configuration, changeConfiguration } from './settings.queries';
import { VersionFields } from './tariff-fields';
import { type EditedVersion, editedOf, versionsOf, writtenOf } from './tariff-versions';
import { useTariffTexts } from './tariffs.texts';

interface TariffFormProps {
  configuration: Configuration;
  type: EnergyType;
  onClose: () => void;
}

/** Edits the prices of one energy type. Without prices, its costs are unknown. */
export function TariffForm({ configuration: { tariffs, currency }, type, onClose }: TariffFormProps) {
  const t = useTariffTexts();
  const typeText = useEnergyTypeTexts();
  const fieldText = useFieldText();
  const [stored] = useState(() => editedOf(versionsOf(tariffs[type])));
  const [versions, setVersions] = useState(stored);
  const [isChecked, setIsChecked] = useState(false);
  const written = writtenOf(versions);
  const save = useAction(
    () => {
      const { [type]: _, ...others } = tariffs;
      const own = written && written.length > 0 ? { [type]: written } : {};
      return changeConfiguration({ tariffs: { ...others, ...own } });
    },
    { done: t('saved'), changes: [CONFIGURATION], onDone: onClose },
  );
  const add = () => {
    const last = versions.at(-1);
    const key = Math.max(-1, ...versions.map((version) => version.key)) + 1;
    const added = { currency, price: '', periods: [], ...last, key, validFrom: '' };
    setVersions([...versions, added]);
  };
  const change = (key: number, changed: EditedVersion) =>
    setVersions(versions.map((version) => (version.key === key ? changed : version)));
  const problems = save.error instanceof ApiError ? save.error.details : [];
  return (
    <FormDialog
      title={t('edit', { type: typeText(type) })}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={() => versions !== stored}
      onConfirm={() => {
        setIsChecked(true);
        if (written) save.mutate();
      }}
      onClose={onClose}
    >
      {versions.map((version, index) => (
        <VersionFields
          key={version.key}
          version={version}
          number={index + 1}
          isWater={type === 'water'}
          onChange={(changed) => change(version.key, changed)}
          onRemove={() => setVersions(versions.filter(({ key }) => key !== version.key))}
        />
      ))}
      <Group>
        <Button variant="default" leftSection={<Icon path={mdiPlus} />} onClick={add}>
          {t('addVersion')}
        </Button>
      </Group>
      {isChecked && !written && <Notice tone="caution">{t('incomplete')}</Notice>}
      {problems.map((problem) => (
        <Notice key={`${problem.path} ${problem.message}`} tone="critical">
          {fieldText(problem)}
        </Notice>
      ))}
    </FormDialog>
  );
}
