/** The stored data of a job. */
export interface JobData {
  payload: unknown;
  requestId: string | null;
}
