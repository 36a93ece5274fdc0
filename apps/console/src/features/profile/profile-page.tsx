import { SimpleGrid, Stack } from '@mantine/core';
import { useAccount } from '../../api/account';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { UserSessions } from '../../ui/user-access/user-access';
import { useUserAccessTexts } from '../../ui/user-access/user-access.texts';
import { AccountPanel } from './account-panel';
import { PasswordPanel } from './password-panel';
import { AnnouncementPanel, AppearancePanel, FormatPanel } from './preference-panels';
import { ProviderPanel } from './provider-panel';
import { useProfileTexts } from './profile.texts';

/** The account of the user, their password, their session and their preferences. */
export function ProfilePage() {
  const t = useProfileTexts();
  const access = useUserAccessTexts();
  const { id } = useAccount();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          <AccountPanel />
          <PasswordPanel />
          <Panel title={access('session')}>
            <UserSessions userId={id} />
          </Panel>
          <ProviderPanel />
        </Stack>
        <Stack gap="md">
          <AppearancePanel />
          <FormatPanel />
          <AnnouncementPanel />
        </Stack>
      </SimpleGrid>
    </>
  );
}
