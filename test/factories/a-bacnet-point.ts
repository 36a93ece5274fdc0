import { ApplicationTag } from '@bacnet-js/client';
import type { BacnetPoint } from '../../apps/bridge/src/bacnet/bacnet.dto';
import { objectOf } from '../../apps/bridge/src/bacnet/objects';

/** @param object such as `analog-input:1`, which is also the code of the point */
export function aBacnetPoint(object: string, changes: Partial<BacnetPoint> = {}): BacnetPoint {
  const { objectId, tag } = objectOf(object);
  return {
    code: object,
    suffix: object,
    name: 'Point',
    unit: '',
    object,
    objectId,
    tag,
    dataType: tag === ApplicationTag.ENUMERATED ? 'boolean' : 'number',
    scale: 1,
    offset: 0,
    writable: true,
    ...changes,
  };
}
