/** What is stored in the queue for a job. */
export interface JobData {
  payload: unknown;
  requestId: string | null;
}
