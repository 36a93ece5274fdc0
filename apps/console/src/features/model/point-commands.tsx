import { Stack } from '@mantine/core';
import type { Point } from '../../api/points';
import { CommandButtons } from '../../ui/point-command/command-buttons';
import { OverrideNotice } from '../../ui/point-command/override-notice';

/** The override and the commands of a point. Loaded on demand, because its dialogs are large. */
export default function PointCommands({ point, value }: { point: Point; value: unknown }) {
  return (
    <Stack gap="xs" pb="xs">
      <OverrideNotice point={point} />
      <CommandButtons point={point} value={value} size="compact-sm" />
    </Stack>
  );
}
