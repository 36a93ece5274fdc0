/** A delivery that was taken. */
export class DeliveryDto {
  /** What it set going; of a repeat, what the first one did. */
  executionId: string;
}

export function toDeliveryDto(executionId: string): DeliveryDto {
  return { executionId };
}
