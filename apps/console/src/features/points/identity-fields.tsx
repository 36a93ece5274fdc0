import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { usePointTexts } from './points.texts';

const LENGTH = 255;

interface IdentityFieldsProps {
  /** The hint below the code. */
  codeHint: string;
  fieldOf: (name: 'name' | 'code') => GetInputPropsReturnType;
}

/** The name and the code of a point or of an object. */
export function IdentityFields({ codeHint, fieldOf }: IdentityFieldsProps) {
  const t = usePointTexts();
  return (
    <>
      <TextInput label={t('name')} required maxLength={LENGTH} data-autofocus {...fieldOf('name')} />
      <TextInput
        label={t('code')}
        description={codeHint}
        required
        maxLength={LENGTH}
        autoComplete="off"
        {...fieldOf('code')}
      />
    </>
  );
}
