import { defineJob } from '@app/contracts';
import { jobOptions } from './job-options';

class NoPayload {}

const environment = { JOB_ATTEMPTS: 5, JOB_BACKOFF_MS: 1000 };
const ordinary = defineJob({ name: 'a', queue: 'q', payload: NoPayload });
const patient = defineJob({ name: 'b', queue: 'q', payload: NoPayload, attempts: 20, backoffMs: 30_000 });

describe('jobOptions', () => {
  it.each([
    ['the environment if the job does not set them', ordinary, 5, 1000],
    ['the job', patient, 20, 30_000],
  ])('uses attempts and backoff from %s', (_, job, attempts, delay) => {
    const options = jobOptions(job, environment, { jobId: 'a-1-x' });
    expect(options).toMatchObject({ attempts, backoff: { type: 'exponential', delay }, jobId: 'a-1-x' });
  });

  it.each([
    [undefined, 0],
    [1500.4, 1500],
    [-5, 0],
  ])('converts the delay %p to %p ms', (delayMs, delay) => {
    expect(jobOptions(ordinary, environment, { jobId: 'a-1-x', delayMs })).toMatchObject({ delay });
  });

  it('deletes finished jobs after some time', () => {
    const { removeOnComplete, removeOnFail } = jobOptions(ordinary, environment, { jobId: 'a-1-x' });
    expect(removeOnComplete).toMatchObject({ age: 600 });
    expect(removeOnFail).toMatchObject({ age: 86_400, count: 5000 });
  });

  it('keeps no finished job if `forgetWhenDone` is set', () => {
    const traceless = defineJob({ ...ordinary, forgetWhenDone: true });
    const options = jobOptions(traceless, environment, { jobId: 'a-1-x' });
    expect(options).toMatchObject({ removeOnComplete: true, removeOnFail: true });
  });
});
