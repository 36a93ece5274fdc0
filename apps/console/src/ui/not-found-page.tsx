import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useUiTexts } from './ui.texts';

export function NotFoundPage() {
  const t = useUiTexts();
  return (
    <Center mih="60vh" p="md" ta="center" component="main">
      <Stack align="center" gap="xs">
        <Title order={1} size="h3">
          {t('notFound')}
        </Title>
        <Text c="dimmed">{t('notFoundHint')}</Text>
        <Button component="a" href="/" variant="default">
          {t('toOverview')}
        </Button>
      </Stack>
    </Center>
  );
}
