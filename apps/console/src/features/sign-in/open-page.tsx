import { type ReactNode, useEffect } from 'react';
import { Alert, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { usePlatform } from '../../api/platform';
import { changePreferences, usePreferences } from '../../app/preferences/preferences';
import { Logo } from '../../app/shell/logo';
import { LANGUAGE_NAMES, type Language } from '../../i18n/language';
import classes from './sign-in-page.module.css';
import { useSignInTexts } from './sign-in.texts';

interface OpenPageProps {
  /** Names the tab of the browser. */
  title: string;
  intro: string;
  children: ReactNode;
}

/** A page for people who are not signed in. */
export function OpenPage({ title, intro, children }: OpenPageProps) {
  const t = useSignInTexts();
  const { language } = usePreferences();
  const platformName = usePlatform()?.platformName ?? 'Plantroom';
  useEffect(() => {
    document.title = `${title} · ${platformName}`;
  }, [title, platformName]);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <Stack gap="lg">
          <Stack gap={6} align="center">
            <Logo size={44} />
            <Title order={1} size="h3">
              {platformName}
            </Title>
            <Text c="dimmed" size="sm" ta="center">
              {intro}
            </Text>
          </Stack>
          {children}
        </Stack>
      </div>
      <SegmentedControl
        size="xs"
        aria-label={t('language')}
        data={LANGUAGE_NAMES}
        value={language}
        onChange={(chosen) => void changePreferences({ language: chosen as Language })}
      />
    </main>
  );
}

/** Shows an error message. */
export function Failure({ children }: { children: string }) {
  return (
    <Alert color="red" variant="outline" role="alert" className={classes.failure}>
      {children}
    </Alert>
  );
}
