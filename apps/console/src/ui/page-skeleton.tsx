import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useUiTexts } from './ui.texts';

/** The outline of a page whose code or data is being loaded. */
export function PageSkeleton() {
  return (
    <Stack component="output" gap="lg" p="lg" aria-busy="true" aria-label={useUiTexts()('loading')}>
      <Skeleton height={32} width={220} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        <Skeleton height={104} radius="md" />
        <Skeleton height={104} radius="md" />
        <Skeleton height={104} radius="md" />
        <Skeleton height={104} radius="md" />
      </SimpleGrid>
      <Skeleton height={320} radius="md" />
    </Stack>
  );
}
