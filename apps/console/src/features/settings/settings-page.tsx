import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../ui/page-header';
import { QueryState } from '../../ui/query-state';
import { CarbonPanel } from './carbon-panel';
import { GatewaysPanel } from './gateways-panel';
import { HealthPanel } from './health-panel';
import { MailPanel } from './mail-panel';
import { PlatformPanel } from './platform-panel';
import { ProviderPanel } from './provider-panel';
import { configurationQuery } from './settings.queries';
import { useSettingsTexts } from './settings.texts';
import { SitePanel } from './site-panel';
import { TariffPanel } from './tariff-panel';

/** The configuration of the platform, and the state of the servers on which it depends. */
export function SettingsPage() {
  const t = useSettingsTexts();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack gap="md">
        <HealthPanel />
        <GatewaysPanel />
        <QueryState query={useQuery(configurationQuery)} height={520}>
          {(configuration) => (
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              <PlatformPanel configuration={configuration} />
              <MailPanel configuration={configuration} />
              <TariffPanel configuration={configuration} />
              <SitePanel configuration={configuration} />
              <CarbonPanel />
              <ProviderPanel />
            </SimpleGrid>
          )}
        </QueryState>
      </Stack>
    </>
  );
}
