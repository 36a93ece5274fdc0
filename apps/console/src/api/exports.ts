import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { FailedWork } from './failed-work';
import { type components, plantroom, unwrap } from './plantroom';
import { queryClient } from './query-client';
import { listenToStream } from './use-stream';
import { whileWorking } from './while-working';

export type ExportInput = components['schemas']['ExportInputDto'];
export type ExportJob = components['schemas']['ExportJobDto'];

export const startExport = (body: ExportInput) =>
  unwrap(plantroom.api.POST('/api/reports/export', { params: { header: {} }, body }));

/** The state of an export. The event stream reports its changes: `updateExport`. */
export const exportQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['/api/reports/export', jobId],
    queryFn: ({ signal }): Promise<ExportJob> =>
      unwrap(plantroom.api.GET('/api/reports/export/{jobId}', { params: { path: { jobId } }, signal })),
    // An event may be missed between two pages.
    staleTime: 0,
    refetchInterval: whileWorking(isWorking),
  });

function isWorking({ status }: ExportJob): boolean {
  return status === 'queued' || status === 'running';
}

/** Shows the state that an event contains. */
export function updateExport({ jobId, status, progress, fileId, error, failure }: ExportJob): void {
  const { queryKey } = exportQuery(jobId);
  // A response that is older than the event must not replace its state.
  void queryClient
    .cancelQueries({ queryKey })
    .then(() => queryClient.setQueryData(queryKey, { jobId, status, progress, fileId, error, failure }));
}

/**
 * Waits until an export has ended.
 * @returns the id of the file
 * @throws Error with the reason, if the export has failed
 */
export async function endOfExport(jobId: string): Promise<string> {
  const stopListening = listenToStream({ export_update: updateExport });
  const observer = new QueryObserver(queryClient, exportQuery(jobId));
  let stopObserving: (() => void) | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      stopObserving = observer.subscribe(({ data, error }) => {
        if (error) reject(error);
        else if (data?.fileId) resolve(data.fileId);
        else if (data?.status === 'failed')
          reject(data.failure ? new FailedWork(data.failure) : new Error(data.status));
      });
    });
  } finally {
    stopObserving?.();
    stopListening();
  }
}
