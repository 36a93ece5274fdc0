import { notifications } from '@mantine/notifications';
import type { UseMutationResult } from '@tanstack/react-query';
import { useAction } from '../../ui/use-action';
import { controlLights, type Label, LIGHTING, type LightingCommand, toggleLights } from './lighting.queries';
import { useLightingTexts } from './lighting.texts';

export type Command = { on: boolean | 'half' } | LightingCommand;

/**
 * Sends commands to the lights of a label. A message names the lights that do not accept one. The result of a command
 * is true if all lights have accepted it.
 */
export function useLightingCommand(label: Label): UseMutationResult<boolean, Error, Command> {
  const t = useLightingTexts();
  const nameOf = (deviceId: string) =>
    label.devices.find((device) => device.deviceId === deviceId)?.name ?? deviceId;
  return useAction(
    async (command: Command) => {
      const { success, results } = await ('on' in command
        ? toggleLights(label.id, command.on)
        : controlLights(label.id, command));
      const failed = results.filter((result) => !result.success).map(({ deviceId }) => nameOf(deviceId));
      notifications.show(
        success
          ? { message: t('done.command') }
          : { color: 'red', autoClose: 10_000, message: t('someFailed', { names: failed.join(', ') }) },
      );
      return success;
    },
    { changes: [[...LIGHTING, label.id]] },
  );
}
