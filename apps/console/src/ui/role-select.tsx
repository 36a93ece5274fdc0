import { Select } from '@mantine/core';
import { ROLES, type Role } from '../api/account';
import { useRoleTexts } from './role.texts';

interface RoleSelectProps {
  label: string;
  value: Role;
  disabled?: boolean;
  onChange: (role: Role) => void;
}

/** Chooses a role, and says what it allows. */
export function RoleSelect({ label, value, disabled, onChange }: RoleSelectProps) {
  const t = useRoleTexts();
  return (
    <Select
      label={label}
      description={t(`hint.${value}`)}
      data={ROLES.map((role) => ({ value: role, label: t(role) }))}
      value={value}
      disabled={disabled}
      onChange={(role) => onChange(role as Role)}
    />
  );
}
