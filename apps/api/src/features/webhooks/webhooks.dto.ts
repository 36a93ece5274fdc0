import type { AcceptedDelivery } from '@app/domain';
import { UuidProperty } from '../../http/fields/id-properties.decorator';

/** An accepted delivery. */
export class DeliveryDto {
  /** Id of the execution. A repeated delivery gets the id of the first one. */
  @UuidProperty() executionId: string;
}

export function toDeliveryDto({ executionId }: AcceptedDelivery): DeliveryDto {
  return { executionId };
}
