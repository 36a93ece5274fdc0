import type { Failure } from './plantroom';

/** Work of the server has failed, for the reason that the API has stored. */
export class FailedWork extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}
