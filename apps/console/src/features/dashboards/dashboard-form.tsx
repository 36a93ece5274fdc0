import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { hasRole, ROLES, type Role, useAccount } from '../../api/account';
import { createDashboard, type Dashboard, DASHBOARDS, saveDashboard } from '../../api/dashboards';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useRoleTexts } from '../../ui/role.texts';
import { useAction } from '../../ui/use-action';
import { useDashboardTexts } from './dashboards.texts';

/** The choice in the list of roles by which only the owner sees a dashboard. */
const ONLY_ME = '';

interface Fields {
  name: string;
  role: string;
}

const roleOf = ({ role }: Fields): Role | null => (role === ONLY_ME ? null : (role as Role));

interface NewDashboardProps {
  onCreated: (dashboard: Dashboard) => void;
  onClose: () => void;
}

export function NewDashboard({ onCreated, onClose }: NewDashboardProps) {
  const t = useDashboardTexts();
  return (
    <DashboardForm
      title={t('create')}
      initial={{ name: '', role: ONLY_ME }}
      save={async (fields) => onCreated(await createDashboard({ name: fields.name, role: roleOf(fields) }))}
      onClose={onClose}
    />
  );
}

interface EditDashboardProps {
  dashboard: Dashboard;
  onClose: () => void;
}

export function EditDashboard({ dashboard: { id, name, role }, onClose }: EditDashboardProps) {
  const t = useDashboardTexts();
  return (
    <DashboardForm
      title={t('settings')}
      initial={{ name, role: role ?? ONLY_ME }}
      save={(fields) => saveDashboard(id, { name: fields.name, role: roleOf(fields) })}
      onClose={onClose}
    />
  );
}

interface DashboardFormProps {
  title: string;
  initial: Fields;
  save: (fields: Fields) => Promise<unknown>;
  onClose: () => void;
}

function DashboardForm({ title, initial, save, onClose }: DashboardFormProps) {
  const t = useDashboardTexts();
  const roleText = useRoleTexts();
  const account = useAccount();
  const isEngineer = hasRole(account, 'engineer');
  const form = useForm<Fields>({
    initialValues: initial,
    validate: { name: (name) => (name.trim() === '' ? t('nameMissing') : null) },
  });
  const action = useAction(save, { done: t('saved'), changes: [DASHBOARDS], onDone: onClose, form });
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirm={t('save')}
      isRunning={action.isPending}
      onConfirm={form.onSubmit(({ name, role }) => action.mutate({ name: name.trim(), role }))}
      onClose={onClose}
    >
      <TextInput label={t('name')} maxLength={100} data-autofocus {...form.getInputProps('name')} />
      {isEngineer && (
        <Select
          label={t('seenBy')}
          data={[
            { value: ONLY_ME, label: t('onlyMe') },
            ...ROLES.filter((role) => hasRole(account, role)).map((role) => ({
              value: role,
              label: t('fromRole', { role: roleText(role) }),
            })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
      )}
    </ConfirmDialog>
  );
}
