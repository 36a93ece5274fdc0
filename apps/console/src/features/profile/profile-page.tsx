import { SimpleGrid, Stack } from '@mantine/core';
import { PageHeader } from '../../ui/page-header';
import { AccountPanel } from './account-panel';
import { PasswordPanel } from './password-panel';
import { AnnouncementPanel, AppearancePanel } from './preference-panels';
import { ProviderPanel } from './provider-panel';
import { useProfileTexts } from './profile.texts';

/** The account of the user, their password and their preferences. */
export function ProfilePage() {
  const t = useProfileTexts();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          <AccountPanel />
          <PasswordPanel />
          <ProviderPanel />
        </Stack>
        <Stack gap="md">
          <AppearancePanel />
          <AnnouncementPanel />
        </Stack>
      </SimpleGrid>
    </>
  );
}
