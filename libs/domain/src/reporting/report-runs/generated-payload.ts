import type { FileEntity, ReportRunEntity } from '@app/entities';

/** The payload of the event `report.generated`. */
export function generatedPayload(
  { id, planId, templateId, name, fromAt, toAt, timezone, format, createdBy, executionId }: ReportRunEntity,
  { id: fileId, name: fileName, sizeBytes }: FileEntity,
): object {
  return {
    event: 'report.generated',
    runId: id,
    planId,
    templateId,
    name,
    from: fromAt,
    to: toAt,
    timezone,
    format,
    fileId,
    fileName,
    size: sizeBytes,
    createdBy,
    executionId,
  };
}
