import fc from 'fast-check';
import { checkedJobId, jobIdFor } from './job-id';

const job = { name: 'backfill-meter' };
const recordId = fc.oneof(fc.nat(), fc.uuid());
const step = fc.oneof(fc.nat(), fc.stringMatching(/^[a-z0-9.]+$/));

describe('jobIdFor', () => {
  it("returns an id that consists of the job's name, the record and the step", () => {
    expect(jobIdFor(job, 12, 'window-3')).toBe('backfill-meter-12-window-3');
  });

  it('returns an id that the queue accepts', () => {
    fc.assert(
      fc.property(recordId, step, (record, step) => {
        const id = jobIdFor(job, record, step);
        expect(checkedJobId(id)).toBe(id);
      }),
    );
  });

  it('returns another id if the record or the step differs', () => {
    fc.assert(
      fc.property(recordId, step, recordId, step, (record, step, otherRecord, otherStep) => {
        const same = `${record}` === `${otherRecord}` && `${step}` === `${otherStep}`;
        expect(jobIdFor(job, record, step) === jobIdFor(job, otherRecord, otherStep)).toBe(same);
      }),
    );
  });

  it('refuses a step with a colon', () => {
    expect(() => jobIdFor(job, 12, '2026-01-01T00:00:00Z')).toThrow('contain a colon');
  });
});

describe('checkedJobId', () => {
  it.each(['', '12', 'a:b'])('refuses "%s"', (id) => {
    expect(() => checkedJobId(id)).toThrow('cannot be a job id');
  });
});
