import type { ExportJobEntity, FileEntity } from '@app/entities';

/** The payload of the event `export.completed`. */
export function completedPayload(
  { id, type, fromAt, toAt, filters, createdBy, executionId }: ExportJobEntity,
  { id: fileId, name, sizeBytes }: FileEntity,
): object {
  return {
    event: 'export.completed',
    jobId: id,
    type,
    from: fromAt,
    to: toAt,
    filters,
    fileId,
    fileName: name,
    size: sizeBytes,
    createdBy,
    executionId,
  };
}
