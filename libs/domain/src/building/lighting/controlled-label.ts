import type { SceneLabel } from '@app/entities';
import { DomainError, say } from '@app/kernel';
import type { SceneLabels } from '../scene/scene-labels.service';
import { stateCodesOf } from './reported-state';

/**
 * Returns a label with lights.
 * @throws DomainError not_found; `no_devices` if no light of the label can be switched or dimmed
 */
export function controlledLabel({ byId }: SceneLabels, labelId: string): SceneLabel {
  const label = byId.get(labelId);
  if (!label) throw DomainError.notFound(`The label '${labelId}'`);
  if (label.devices.some((device) => stateCodesOf(device).length > 0)) return label;
  const message = say('no_devices', { label: labelId });
  throw new DomainError('conflict', 'no_devices', message);
}
